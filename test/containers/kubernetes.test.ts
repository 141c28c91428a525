import { type Manifest, manifest, container as onlyContainer, readManifests } from '../cluster/kubernetes'
import { describePlacing, newUser, type Placing, startPlacing } from '../cluster/load'
import { offerSeconds } from '../support/shortDurations'
import { pause, until } from '../support/until'
import { podman } from './engine'
import { type Objects, type Pod, playPod } from './pods'
import { createStack, type Stack } from './stack'

jest.setTimeout(900_000)

/** The pods of deploy/kubernetes.yaml, on PostgreSQL and Valkey of deploy/compose.yaml and an S3 store. */
const PATIENCE_MS = 180_000
const HTTP = 8080
const CONSOLE = 8090
const NODES = ['fairtick-1', 'fairtick-2', 'fairtick-3']
const STAFF = 'fairtick-console-1'

let stack: Stack
let manifests: Manifest[]
let objects: Objects
const pods: Record<string, Pod> = {}
const placings: Placing[] = []
const ended = new AbortController()

/** Keys and accounts as somebody with live funds provides them, each where docs/KUBERNETES.md has it. */
async function provide() {
  const { values } = stack
  const account = (name: string, password?: string) => `postgres://${name}:${password}@postgres:5432/fairtick`
  return {
    fairtick: {
      DATABASE_URL: account('fairtick_node', values.NODE_DATABASE_PASSWORD),
      AUDITOR_DATABASE_URL: account('fairtick_auditor', values.AUDITOR_DATABASE_PASSWORD),
      OPS_DATABASE_URL: account('fairtick_ops', values.OPS_DATABASE_PASSWORD),
      BUS_URL: `rediss://:${values.VALKEY_PASSWORD}@valkey:6379`,
      PROOF_KEY: values.PROOF_KEY ?? '',
      SEALING_KEY: values.SEALING_KEY ?? '',
      METRICS_TOKEN: values.METRICS_TOKEN ?? '',
      OBJECT_STORE_ACCESS_KEY: values.BACKUP_S3_KEY ?? '',
      OBJECT_STORE_SECRET_KEY: values.BACKUP_S3_SECRET ?? '',
    },
    'fairtick-owner': { DATABASE_URL: account('fairtick', values.DATABASE_PASSWORD) },
    'fairtick-authorities': {
      'ca.crt': `${await stack.compose('exec -T valkey cat /bus/valkey.crt')}\n${stack.store.certificate}`,
    },
  }
}

async function play(kind: string, workload: string, name: string) {
  const settings = manifest(manifests, 'ConfigMap', 'fairtick')
  return playPod(name, manifest(manifests, kind, workload), settings, stack.folder, objects)
}

/** Asks a probe of a pod, as a kubelet would. */
async function isFine(name: string, kind: 'livenessProbe' | 'readinessProbe') {
  const { path } = onlyContainer(manifest(manifests, 'Deployment', name.replace(/-\d+$/, '')))[kind].httpGet
  const address = await pods[name]?.address(HTTP)
  const answer = await fetch(`${address}${path}`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  return answer?.ok === true
}
const describe = async () => `${describePlacing(placings)}\n${await podman('ps', '--all')}`
const isReady = (name: string) =>
  until(`${name} is ready`, () => isFine(name, 'readinessProbe'), { withinMs: PATIENCE_MS, everyMs: 500, describe })

const acknowledged = () => new Set(placings.flatMap((each) => [...each.acknowledged]))
async function isTrading(what: string) {
  const before = acknowledged().size
  const goesOn = () => acknowledged().size > before + placings.length
  await until(`orders after ${what}`, goesOn, { withinMs: PATIENCE_MS, everyMs: 100, describe })
}

beforeAll(async () => {
  stack = await createStack()
  await stack.build('postgres valkey')
  await stack.compose('up -d --wait postgres valkey')
  objects = await provide()
  const trial = { FUNDS: 'demo', FEED: 'simulated', RATE_LIMIT: '0', ORDERS_PER_MINUTE: '0', EXAMPLE_ORDERS: 'off' }
  manifests = readManifests({ ...trial, OBJECT_STORE_URL: `${stack.store.url}/photos`, DEPOSIT_CHANNELS: '' })
  await podman('tag', 'fairtick:1', onlyContainer(manifest(manifests, 'Job', 'fairtick-migrate')).image)
  const job = await play('Job', 'fairtick-migrate', 'fairtick-migrate-1')
  const result = await podman('wait', job.container)
  expect([result, await podman('logs', job.container)]).toEqual(['0', expect.stringContaining('0001_accounts')])
  for (const name of NODES) pods[name] = await play('Deployment', 'fairtick', name)
  pods[STAFF] = await play('Deployment', 'fairtick-console', STAFF)
})
afterAll(async () => {
  ended.abort()
  await Promise.all(placings.map((each) => each.ended))
  await podman('pod', 'rm', '--all', '--force', '--time=5').catch(() => '')
  await stack?.remove()
})

test('each pod gets ready by its probes, as an account without rights that writes to no file system but its own', async () => {
  for (const [name, pod] of Object.entries(pods)) {
    await isReady(name)
    expect(await isFine(name, 'livenessProbe')).toBe(true)
    const inside = await podman(
      'exec',
      pod.container,
      'sh',
      '-c',
      'id -u; touch /app/x 2>&1; grep CapEff /proc/1/status; env',
    )
    expect(inside).toMatch(/^10001\n.*Read-only file system\nCapEff:\s+0{16}\n/)
    expect(inside).not.toMatch(/postgres:|rediss:/)
  }
})

test('users trade at the pods, and on while pod after pod is killed and comes back', async () => {
  await stack.sql(offerSeconds(1, 2))
  await pause(2_500)
  const logs = await Promise.all(Object.values(pods).map(({ container }) => podman('logs', container)))
  const [, code = ''] = /Account-opening code: ([A-Z0-9]{8})/.exec(logs.join('\n')) ?? []
  const origins = await Promise.all(NODES.map((name) => pods[name]?.address(HTTP)))
  for (const [index, origin = ''] of origins.entries()) {
    const { token } = await newUser(origin, code, index)
    // A Service has no requests for a pod that is not ready; here the next one goes to the other.
    let turn = index
    const pick = () => origins[turn++ % origins.length] ?? ''
    placings.push(startPlacing(ended.signal, pick, token, { origin: 'trade.example.com/api/log' }))
  }
  await isTrading('the start')
  for (const name of NODES) {
    await stack.killContainer(pods[name]?.container ?? '')
    await isTrading(`the death of ${name}`)
    await isReady(name)
  }
  await isTrading('the return of all')
  ended.abort()
  await Promise.all(placings.map((each) => each.ended))
  expect(placings.flatMap(({ failure }) => failure ?? [])).toEqual([])
  const found = (await stack.sql('select id from trade_order')).split('\n')
  expect([...acknowledged()].filter((id) => !found.includes(id))).toEqual([])
})

test('staff reach the console at its port alone, and give commands in its pod', async () => {
  expect((await fetch(`${await pods[STAFF]?.address(CONSOLE)}/`)).status).toBe(200)
  expect((await fetch(`${await pods['fairtick-1']?.address(HTTP)}/h5/`)).status).toBe(200)
  await expect(fetch(`${await pods['fairtick-1']?.address(CONSOLE)}/`)).rejects.toThrow()
  const ops = (pod: string, ...words: string[]) =>
    podman('exec', pods[pod]?.container ?? '', 'node', 'dist/server/ops.js', ...words)
  expect(await ops(STAFF, 'ledger', 'check')).toMatch(/books +add up/)
})

test('a pod that has to go ends its requests within the time that Kubernetes gives it', async () => {
  const { terminationGracePeriodSeconds: seconds } = manifest(manifests, 'Deployment', 'fairtick').spec.template.spec
  await podman('stop', `--time=${seconds}`, pods['fairtick-1']?.container ?? '')
  expect(await podman('inspect', '--format', '{{.State.ExitCode}}', pods['fairtick-1']?.container ?? '')).toBe('0')
})
