import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describePlacing, newUser, type Placing, startPlacing } from '../cluster/load'
import { offerSeconds } from '../support/shortDurations'
import { pause, until } from '../support/until'
import { podman } from './engine'
import { createStack, type Stack } from './stack'

jest.setTimeout(1_800_000)

/** deploy/compose.yaml from the build to the last runbook, with users who trade through all of it. */
const USERS = 4
const KILLED = ['node1', 'node2', 'valkey', 'proxy', 'replica', 'postgres', 'backup']
const PATIENCE_MS = 300_000

interface Target {
  labels: { job: string }
  health: string
}

let stack: Stack
const tokens: string[] = []
const placings: Placing[] = []
let ended = new AbortController()

function trade() {
  ended = new AbortController()
  for (const token of tokens) placings.push(startPlacing(ended.signal, () => stack.origin, token))
}
async function stopTrading() {
  ended.abort()
  await Promise.all(placings.map((each) => each.ended))
  expect(placings.flatMap(({ failure }) => failure ?? [])).toEqual([])
}
const acknowledged = () => new Set(placings.flatMap((each) => [...each.acknowledged]))

/** Users get orders in again, after `what`. */
async function isTrading(what: string) {
  const before = acknowledged().size
  const describe = async () => `${describePlacing(placings)}\n${await podman('ps', '--all')}`
  await until(`orders after ${what}`, () => acknowledged().size > before + USERS, {
    withinMs: PATIENCE_MS,
    everyMs: 100,
    describe,
  })
}

/** A container runs, and its health check says so where it has one. A busy machine may restart it in between. */
async function isHealthy(service: string) {
  const look = ['inspect', '--format', '{{.State.Status}} {{.State.Health.Status}}', `fairtick-${service}-1`]
  const isWell = async () => /^running( healthy)?$/.test(await podman(...look).catch(() => ''))
  await until(`${service} is healthy`, isWell, { withinMs: PATIENCE_MS, everyMs: 500 })
}

/** Every order that a user was told of is in the database, once, and nothing else. */
async function nothingIsMissing() {
  const found = (await stack.sql('select id from trade_order')).split('\n')
  const known = acknowledged()
  expect(known.size).toBeGreaterThan(USERS)
  expect([...known].filter((id) => !found.includes(id))).toEqual([])
  expect(new Set(found).size).toBe(found.length)
}

beforeAll(async () => {
  stack = await createStack()
  await stack.build('postgres valkey proxy prometheus')
  await stack.compose('up -d')
  for (const service of ['node1', 'node2', 'node3', 'backup', 'proxy']) await isHealthy(service)
  const authority = await stack.compose('exec -T proxy cat /data/caddy/pki/authorities/local/root.crt')
  setDefaultCACertificates([...getCACertificates(), authority])
  await stack.sql(offerSeconds(1, 2))
  await pause(2_500)
  const [, code = ''] =
    /Account-opening code: ([A-Z0-9]{8})/.exec(await stack.compose('logs --no-log-prefix node1')) ?? []
  expect(code).not.toBe('')
  // A busy machine may leave a request without an answer: the next user is another one.
  for (let index = 0; tokens.length < USERS && index < 5 * USERS; index++)
    await newUser(stack.origin, code, index).then(
      ({ token }) => tokens.push(token),
      () => pause(1_000),
    )
  expect(tokens.length).toBe(USERS)
  trade()
  await isTrading('the start')
})
afterAll(async () => {
  ended.abort()
  await stack?.remove()
})

test('no program runs as root, and the site is served with what operators read kept back', async () => {
  const users = await podman(
    'inspect',
    '--format',
    '{{.Name}} {{.Config.User}}',
    ...(await podman('ps', '-q')).split('\n'),
  )
  for (const line of users.split('\n')) expect(line).toMatch(/ (10001:10001|postgres|valkey|caddy|prometheus)$/)
  expect((await fetch(`${stack.origin}/h5/`)).status).toBe(200)
  expect((await fetch(`${stack.origin}/api/metrics`)).status).toBe(404)
  await stack.compose('--profile console up -d --no-deps --wait console')
  expect((await fetch(`${stack.consoleOrigin}/`)).status).toBe(200)
})

test('what watches finds every part', async () => {
  const watching = 'prometheus alertmanager postgres-exporter node-exporter blackbox-exporter'
  await stack.compose(`--profile monitoring up -d --no-deps ${watching}`)
  const states = async () => {
    const answer = await fetch(`${stack.figuresOrigin}/api/v1/targets`).catch(() => undefined)
    const { data } = (await answer?.json()) ?? { data: { activeTargets: [] } }
    return data.activeTargets.map(({ labels, health }: Target) => `${labels.job} ${health}`).sort()
  }
  // The three nodes and the one of staff; the address of the site is filled in by whoever runs it.
  const wanted = ['fairtick up', 'fairtick up', 'fairtick up', 'fairtick up', 'host up', 'postgres up', 'site up']
  await until('all figures', async () => String(await states()) === String(wanted), {
    withinMs: PATIENCE_MS,
    everyMs: 1_000,
    describe: async () => String(await states()),
  })
  await stack.compose(`--profile monitoring stop ${watching}`)
})

test.each(KILLED)('%s is killed, comes back by itself, and users trade on', async (service) => {
  await stack.kill(service)
  await isTrading(`the death of ${service}`)
  await isHealthy(service)
  await isTrading(`the return of ${service}`)
})

test('without the replica users trade on by the words of the runbook, and later it is waited for again', async () => {
  const waitedFor = () => stack.sql('show synchronous_standby_names')
  await stack.compose('stop replica')
  await stack.follow('**The replica is down.**', 'Once it is back')
  await isTrading('the end of waiting for the replica')
  expect(await waitedFor()).toBe('')
  await stack.follow('Once it is back', '**The primary is lost**')
  await until('the replica is waited for', async () => (await waitedFor()) !== '', { withinMs: PATIENCE_MS })
  expect(await waitedFor()).toBe('ANY 1 (replica)')
  await isTrading('the return of the replica')
})

test('the next version comes while users trade, and so does the one before it again', async () => {
  await stack.buildNext()
  const replaceNodes = async (version: string) => {
    for (const node of ['node1', 'node2', 'node3']) await stack.compose(`up -d --no-deps --wait ${node}`)
    expect(await podman('inspect', '--format', '{{.ImageName}}', 'fairtick-node3-1')).toMatch(`fairtick:${version}`)
    await isTrading(`version ${version}`)
  }
  stack.set('FAIRTICK_VERSION', '2')
  expect(await stack.compose('run --rm --no-deps migrate')).toContain('9999_next_version')
  await replaceNodes('2')
  stack.set('FAIRTICK_VERSION', '1')
  await replaceNodes('1')
})

test('the primary is lost: its replica takes over by the words of the runbook, and nothing is missing', async () => {
  await stopTrading()
  const said = await stack.follow('**In containers**, its replica', '**Elsewhere**')
  expect(said['compose exec postgres psql -Atc "select pg_is_in_recovery()"']).toBe('f')
  expect(said['compose run --rm ops ledger check']).toMatch(/books +add up/)
  await nothingIsMissing()
  trade()
  await isTrading('the loss of the primary')
})

test('primary and replica are lost: the backup has all that reached the store, by the words of the runbook', async () => {
  await stopTrading()
  const segment = await stack.sql('select pg_walfile_name(pg_switch_wal())')
  const archived = async () => (await stack.sql('select last_archived_wal from pg_stat_archiver')) >= segment
  await until(`${segment} in the store`, archived, { withinMs: PATIENCE_MS, everyMs: 1_000 })
  await stack.compose('--profile console rm --stop --force node1 node2 node3 console backup postgres replica')
  await podman('volume', 'rm', '--force', 'fairtick_primary', 'fairtick_replica', 'fairtick_replica_2')

  await stack.follow('In containers: `compose --profile console rm', '- Elsewhere:')
  const isThrough = async () => (await stack.sql('select pg_is_in_recovery()')) === 'f'
  await until('the log is replayed', isThrough, { withinMs: PATIENCE_MS, everyMs: 500 })
  expect(await stack.compose('run --rm ops objects check')).toMatch(/photos/)
  expect(await stack.compose('run --rm ops ledger check')).toMatch(/books +add up/)
  // The database still believes for some seconds that the nodes run.
  const said = async () => {
    const saying = stack.compose('run --rm ops proof restored --because hardware --actor ada --reason drill')
    return saying.catch((error: Error) => {
      if (/A node runs/.test(error.message)) return undefined
      throw error
    })
  }
  await until('the statement', said, { withinMs: PATIENCE_MS, everyMs: 2_000 })
  await stack.compose('up -d')
  await stack.compose('exec -T backup /deploy/backup/backup full')
  await nothingIsMissing()
  trade()
  await isTrading('the restore')
  await stopTrading()
  await nothingIsMissing()
})
