import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startStore } from '../../scripts/setup/store.mjs'
import { makeCertificate } from '../cluster/backedUp'
import { stepsOf } from '../support/runbook'
import { buildImage, podman, ROOT, startEngine } from './engine'

/** Of this machine. */
const PORTS = { site: 18443, console: 18090, figures: 19090 }
/** The containers' name of this machine. */
const HOST = 'host.containers.internal'

/** `CONTAINERS=full`: the stage that installs and builds runs in the container, too. Else it copies what is built here. */
const IS_FULL = process.env.CONTAINERS === 'full'

/** Builds an image of the nodes; `more` becomes a migration that it has beyond this version. */
export async function buildNodes(tag: string, more?: string) {
  if (IS_FULL && more === undefined) {
    // The settings by which this machine reaches the registry of npm.
    const lent = ['/root/.npmrc', '/etc/npmrc', '/etc/ssl/certs/ca-certificates.crt']
    return buildImage(tag, ...lent.map((file) => `--volume=${file}:${file}:ro`))
  }
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-image-'))
  try {
    const collect = [join(ROOT, 'scripts/collectServer.mjs'), join(folder, 'app'), '--runtime']
    await promisify(execFile)(process.execPath, collect)
    if (more !== undefined) writeFileSync(join(folder, 'app/server/sql/migrations/9999_next_version.sql'), more)
    return await buildImage(tag, `--build-context=build=${folder}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** deploy/env.example, filled in. */
function settings(storePort: number) {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  const known: Record<string, string> = {
    PROOF_KEY: key.toString('base64'),
    SEALING_KEY: randomBytes(32).toString('base64'),
    BACKUP_S3_ENDPOINT: `${HOST}:${storePort}`,
    BACKUP_S3_BUCKET: 'backups',
    BACKUP_S3_KEY: 'S3RVER',
    BACKUP_S3_SECRET: 'S3RVER',
  }
  const example = readFileSync(join(ROOT, 'deploy/env.example'), 'utf8')
  const values = Object.fromEntries(
    [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      known[name] ?? (value || randomBytes(24).toString('hex')),
    ]),
  )
  return { ...values, BACKUP_S3_CA: '/store.crt' } as Record<string, string>
}

/** Differences from a real site: other ports of this machine, no limits of one user, and the store's authority. */
const override = (folder: string, ports: typeof PORTS) => {
  const node = {
    environment: { RATE_LIMIT: '0', ORDERS_PER_MINUTE: '0', EXAMPLE_ORDERS: 'off', OPEN_STAKES_MAX: '0.00' },
    // A busy machine takes its time.
    healthcheck: { timeout: '30s' },
  }
  const trusting = { volumes: [`${folder}/store.crt:/store.crt:ro`] }
  const services = {
    node1: node,
    node2: node,
    node3: node,
    postgres: trusting,
    backup: trusting,
    restore: trusting,
  }
  const port = (service: string, own: number, inside: number) =>
    `  ${service}:\n    ports: !override ["127.0.0.1:${own}:${inside}"]\n`
  const lines = Object.entries(services).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}\n`)
  return `services:\n${lines.join('')}${port('proxy', ports.site, 8443)}${port('console', ports.console, 8090)}${port('prometheus', ports.figures, 9090)}`
}

/** The stack of deploy/compose.yaml with a store for its backups, not yet started. */
export async function createStack() {
  const engine = await startEngine()
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-containers-'))
  chmodSync(folder, 0o755)
  const { cert, key } = makeCertificate(folder, HOST)
  chmodSync(cert, 0o644)
  const tls = { cert: readFileSync(cert), key: readFileSync(key) }
  const store = await startStore({ folder: join(folder, 'store'), buckets: ['backups'], address: '0.0.0.0', tls })
  const values = settings(Number(new URL(store.url).port))
  writeFileSync(join(folder, 'override.yaml'), override(folder, PORTS))
  const save = () =>
    writeFileSync(
      join(folder, '.env'),
      Object.entries(values)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
  save()
  const words = [`--env-file=${folder}/.env`, '--file=deploy/compose.yaml', `--file=${folder}/override.yaml`]
  const shell = (line: string) => engine.shell(line, words)

  return {
    origin: `https://localhost:${PORTS.site}`,
    consoleOrigin: `http://127.0.0.1:${PORTS.console}`,
    figuresOrigin: `http://127.0.0.1:${PORTS.figures}`,
    kill: (service: string) => engine.kill(`fairtick-${service}-1`),
    /** `compose …`, as OPERATIONS has it. */
    compose: (words: string) => shell(`compose ${words}`),
    set(name: string, value: string) {
      values[name] = value
      save()
    },
    sql: (statement: string) => shell(`compose exec -T postgres psql -At fairtick -c "${statement}"`),
    /**
     * Does what the text of OPERATIONS between two marks says, word for word: each `compose …` is run, and each
     * `NAME=value` is set in deploy/.env.
     * @returns what each command printed
     */
    async follow(from: string, to: string) {
      const said: Record<string, string> = {}
      for (const step of stepsOf(from, to, ['compose'])) {
        if ('name' in step) this.set(step.name, step.value)
        else said[step.command] = await shell(step.command)
      }
      return said
    },
    async remove() {
      await shell('compose --profile "*" down --volumes --timeout 5').catch(() => '')
      await podman('image', 'prune', '--force')
      await engine.stop()
      await store.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Stack = Awaited<ReturnType<typeof createStack>>
