import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, startThrowAwayPostgres } from '../../scripts/setup/postgres.mjs'
import { startSecureRedis } from '../../scripts/setup/redis.mjs'
import { until } from '../support/until'
import { container, environment, type Manifest, manifest, readManifests } from './kubernetes'
import { createNodeProcess, type NodeProcess } from './nodeProcess'

const TOKEN = 'only-for-figures-and-long-enough'
const ROOT = join(__dirname, '../..')
const run = promisify(execFile)

let folder: string
let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>
let redis: Awaited<ReturnType<typeof startSecureRedis>>
let node: NodeProcess
let secrets: string
/** deploy/kubernetes.yaml: the node below is started with the environment of its pods. */
let manifests: Manifest[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-image-'))
  await run(process.execPath, [join(ROOT, 'scripts/collectServer.mjs'), folder, '--runtime'])
  postgres = await startThrowAwayPostgres()
  redis = await startSecureRedis('secret')
  const proofKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  secrets = mkdtempSync(join(tmpdir(), 'fairtick-secrets-'))
  const values = {
    DATABASE_URL: postgres.url,
    AUDITOR_DATABASE_URL: postgres.url,
    BUS_URL: redis.url,
    PROOF_KEY: proofKey.toString('base64'),
    SEALING_KEY: randomBytes(32).toString('base64'),
    METRICS_TOKEN: TOKEN,
    OBJECT_STORE_ACCESS_KEY: 'nobody',
    OBJECT_STORE_SECRET_KEY: 'asks for it',
    'ca.crt': readFileSync(redis.ca, 'utf8'),
  }
  for (const [name, value] of Object.entries(values)) writeFileSync(join(secrets, name), `${value}\n`)
  const trial = { FUNDS: 'demo', FEED: 'simulated', LOG_LEVEL: 'error', DEPOSIT_CHANNELS: '' }
  manifests = readManifests({ ...trial, OBJECT_STORE_URL: 'https://127.0.0.1:9/photos' })
  const env = environment(manifests, manifest(manifests, 'Deployment', 'fairtick'), secrets)
  node = createNodeProcess(await freePort(), env, folder, join(folder, 'bin/node'))
})
afterAll(async () => {
  await node?.remove()
  await redis?.kill()
  await postgres?.stop()
  for (const each of [folder, secrets]) rmSync(each, { recursive: true, force: true })
})

const text = async (path: string) =>
  (await fetch(`${node.origin}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()

test('what goes into the image runs by itself, as the example of settings says', async () => {
  // Nothing of this repository can be found from there.
  expect(existsSync(join(folder, '..', 'node_modules'))).toBe(false)
  const env = { PATH: process.env.PATH, DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data') }
  const main = [join(folder, 'dist/server/main.js')]
  await expect(
    run(process.execPath, main, { cwd: folder, env: { ...env, MIGRATE: 'step', PORT: '0' } }),
  ).rejects.toThrow(/the first is 0001_accounts: run "node dist\/server\/migrate\.js" before the nodes start/)
  const job = manifest(manifests, 'Job', 'fairtick-migrate')
  const [program, ...args] = container(job).command ?? []
  expect(program).toBe('node')
  const asJob = { PATH: process.env.PATH, ...environment(manifests, job, secrets) }
  const migrate = () => run(join(folder, 'bin/node'), args, { cwd: folder, env: asJob })
  expect((await migrate()).stdout).toMatch(/^0001_accounts\n/)
  expect((await migrate()).stdout).toBe('The database is up to date.\n')
  await node.start()
  const checks = { database: 'ok', feed: 'ok', bus: 'ok' }
  await until('it is ready', async () => (await fetch(`${node.origin}/api/health`)).ok)
  expect(JSON.parse(await text('/api/health'))).toMatchObject({ checks })
  expect(JSON.parse(await text('/api/health/node'))).toMatchObject({ ready: true, checks })
  // The origin is part of what devices sign, so the command line needs the nodes' own.
  const ofNodes = environment(manifests, manifest(manifests, 'Deployment', 'fairtick'), secrets)
  const ops = join(folder, 'dist/server/ops.js')
  const { stdout } = await run(process.execPath, [ops, 'ledger', 'check'], {
    cwd: folder,
    env: { ...asJob, ...ofNodes },
  })
  expect(stdout).toContain('add up')
})

test.each(['fairtick', 'fairtick-migrate', 'fairtick-signer'])(
  'the unit %s starts on a host with nothing but what is shipped',
  async (name) => {
    const unit = readFileSync(join(ROOT, `deploy/systemd/${name}.service`), 'utf8')
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? []
    const inFolder = command.replaceAll('/opt/fairtick', folder).split(' ')
    expect(existsSync(inFolder[0] ?? '')).toBe(true)
    expect(existsSync(join(folder, inFolder.at(-1) ?? ''))).toBe(true)
  },
)

test('what is shipped says what it is made of, and under which licences', async () => {
  const bill = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'))
  const named = new Set(bill.components.map(({ name, version }: Record<string, string>) => `${name} ${version}`))
  const shipped = readdirSync(join(folder, 'node_modules')).filter((name) => !/^[.@]/.test(name))
  expect(shipped.length).toBeGreaterThan(50)
  const versionOf = (name: string) =>
    JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
  const all = shipped.map((name) => `${name} ${versionOf(name).version}`)
  expect(all.filter((each) => !named.has(each))).toEqual([])
  const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  expect(all.filter((each) => !notices.includes(`${each} (`))).toEqual([])
  const { version } = JSON.parse(readFileSync(join(ROOT, 'scripts/lib/runtimeHashes.json'), 'utf8'))
  expect((await run(join(folder, 'bin/node'), ['--version'])).stdout).toBe(`v${version}\n`)
  // The app in the bundle has its packages there, too.
  expect(notices).toMatch(/^mobx \S+ \(MIT\)$/m)
})

test.each(['alerts.yaml', 'dashboard.json', 'business.json'])(
  'every figure that %s asks for is there',
  async (file) => {
    const figures = await text('/api/metrics')
    const known = new Set([...figures.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name))
    const rules = readFileSync(join(ROOT, 'deploy/monitoring', file), 'utf8')
    const named = [...rules.matchAll(/\b(?:fairtick|http_request|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name)
    // Scripts and the monitor write their own figures (check `alerts`); only a node with SIGNER_URL has a signer to lose,
    // one with TIME_STAMP_URL an authority, and one with the console staff who sign in. alarms.test.ts has all of them.
    const elsewhere =
      /^fairtick_(?:backup_|certificate_|monitor_|signer_connected$|time_stamp_age_seconds$|staff_wrong_factors_total$)/
    const ofNodes = named.filter((name) => !elsewhere.test(name))
    const asked = new Set(ofNodes.map((name) => name.replace(/_(bucket|count)$/, '')))
    expect(asked.size).toBeGreaterThan(8)
    expect([...asked].filter((name) => !known.has(name))).toEqual([])
  },
)

test('the compose file passes on every setting that the example has, and the nodes need', () => {
  const compose = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8')
  const example = readFileSync(join(ROOT, 'deploy/env.example'), 'utf8')
  const settings = [...example.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(settings.length).toBeGreaterThan(5)
  const used = new Set([...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name))
  expect([...used].sort()).toEqual(settings.sort())
})

test('a pod whose database is lost gets no requests and is not started anew', async () => {
  const probes = container(manifest(manifests, 'Deployment', 'fairtick'))
  const ask = async ({ httpGet }: { httpGet: { path: string } }) =>
    (await fetch(`${node.origin}${httpGet.path}`, { signal: AbortSignal.timeout(5_000) })).status
  expect([await ask(probes.livenessProbe), await ask(probes.readinessProbe)]).toEqual([200, 200])
  await postgres.stop()
  await redis.kill()
  await until('it is not ready', async () => (await ask(probes.readinessProbe)) === 503)
  const answer = await fetch(`${node.origin}${probes.livenessProbe.httpGet.path}`)
  expect(await answer.json()).toEqual({ live: true })
})
