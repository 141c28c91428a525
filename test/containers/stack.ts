import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startStore } from '../../scripts/setup/store.mjs'
import { makeCertificate } from '../cluster/backedUp'
import { stepsOf } from '../support/runbook'
import { BASE, buildOf, podman, ROOT, startEngine } from './engine'

/** Ports of this machine. */
const PORTS = { site: 18443, console: 18090, figures: 19090 }
/** The containers' name of this machine. */
const HOST = 'host.containers.internal'

/** `CONTAINERS=full`: version 1 is built as DEPLOYMENT has it, with all stages. Else its image copies what is built here. */
const IS_FULL = process.env.CONTAINERS === 'full'

/** Builds the image of the nodes; `more` becomes a migration that it has beyond this version. */
async function buildNodes(tag: string, more?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-image-'))
  try {
    const collect = [join(ROOT, 'scripts/collectServer.mjs'), join(folder, 'app'), '--runtime']
    await promisify(execFile)(process.execPath, collect)
    if (more !== undefined) writeFileSync(join(folder, 'app/server/sql/migrations/9999_next_version.sql'), more)
    await buildOf(folder, tag)
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

/** Differences from a real site: the base, other ports of this machine, no limits of one user, and the store's authority. */
const override = (folder: string, ports: typeof PORTS) => {
  const node = {
    environment: { RATE_LIMIT: '0', ORDERS_PER_MINUTE: '0', EXAMPLE_ORDERS: 'off', OPEN_STAKES_MAX: '0.00' },
    // A busy machine takes its time.
    healthcheck: { timeout: '30s' },
  }
  const trusting = { volumes: [`${folder}/store.crt:/store.crt:ro`] }
  const built = { build: { args: { BASE } } }
  const port = (own: number, inside: number) => [`127.0.0.1:${own}:${inside}`]
  const services = {
    node1: { ...node, ...built },
    node2: node,
    node3: node,
    postgres: { ...trusting, ...built },
    backup: trusting,
    restore: trusting,
    valkey: built,
    proxy: { ...built, ports: port(ports.site, 8443) },
    console: { ports: port(ports.console, 8090) },
    prometheus: { ...built, ports: port(ports.figures, 9090) },
  }
  const text = Object.entries(services).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}\n`)
  return `services:\n${text.join('').replaceAll('"ports":', '"ports": !override ')}`
}

/** The stack of deploy/compose.yaml with a store for its backups, not yet started. */
export async function createStack() {
  const engine = await startEngine()
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-containers-'))
  chmodSync(folder, 0o755)
  const { cert, key } = makeCertificate(folder, HOST)
  chmodSync(cert, 0o644)
  const tls = { cert: readFileSync(cert), key: readFileSync(key) }
  const buckets = ['backups', 'photos']
  const store = await startStore({ folder: join(folder, 'store'), buckets, address: '0.0.0.0', tls })
  const storePort = Number(new URL(store.url).port)
  const values = settings(storePort)
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
    /** Settings as deploy/.env has them. */
    values: values as Readonly<Record<string, string>>,
    /** Folder for the files of one run; the containers can read it. */
    folder,
    store: { url: `https://${HOST}:${storePort}`, certificate: tls.cert.toString() },
    killContainer: engine.kill,
    kill: (service: string) => engine.kill(`fairtick-${service}-1`),
    /** `compose …`, as the runbooks have it. */
    compose: (words: string) => shell(`compose ${words}`),
    /** Builds the images of these services and of the nodes' version 1. */
    async build(services: string) {
      await shell(`compose build --quiet ${services} ${IS_FULL ? 'node1' : ''}`)
      if (!IS_FULL) await buildNodes('fairtick:1')
    },
    /** Version 2 has a migration more. */
    buildNext: () => buildNodes('fairtick:2', 'alter table product add column added_by_the_next_version text;\n'),
    set(name: string, value: string) {
      values[name] = value
      save()
    },
    sql: (statement: string) => shell(`compose exec -T postgres psql -At fairtick -c "${statement}"`),
    /**
     * Does what the text of the runbooks between two marks says, word for word: each `compose …` is run, and each
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
