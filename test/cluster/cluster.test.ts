import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { freePort, startThrowAwayPostgres } from '../../scripts/setup/postgres.mjs'
import { startThrowAwayRedis } from '../../scripts/setup/redis.mjs'
import { createDatabase, type Database } from '../../server/src/database/database'
import { migrate } from '../../server/src/database/migrate'
import { createLog } from '../../server/src/shared/log'
import { lendRoles, withRole } from '../../server/test/database'
import { brokenInvariants } from '../../server/test/invariants'
import { offerSeconds } from '../support/shortDurations'
import { until } from '../support/until'
import { describePlacing, newUser, type Placing, startPlacing, watchPrices } from './load'
import { createNodeProcess, type NodeProcess } from './nodeProcess'

const USERS = 8

let postgres: { url: string; stop(): Promise<void> }
let redis: Awaited<ReturnType<typeof startThrowAwayRedis>>
let database: Database
let nodes: NodeProcess[] = []

beforeAll(async () => {
  postgres = await startThrowAwayPostgres()
  redis = await startThrowAwayRedis()
  const { privateKey } = generateKeyPairSync('ed25519')
  await migrate(postgres.url)
  await lendRoles(postgres.url)
  const env = {
    // As in earnest: none of them may do more than its role.
    DATABASE_URL: withRole(postgres.url, 'fairtick_node'),
    AUDITOR_DATABASE_URL: withRole(postgres.url, 'fairtick_auditor'),
    ARCHIVER_DATABASE_URL: withRole(postgres.url, 'fairtick_archiver'),
    MIGRATE: 'step',
    BUS_URL: redis.url,
    PROOF_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    SEALING_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT: '0',
    ORDERS_PER_MINUTE: '0',
    EXAMPLE_ORDERS: 'off',
    OPEN_STAKES_MAX: '0.00',
    LOG_LEVEL: 'error',
  }
  const ports = [await freePort(), await freePort(), await freePort()]
  nodes = ports.map((port) => createNodeProcess(port, env))
  await Promise.all(nodes.map((node) => node.start()))
  database = createDatabase(postgres.url, createLog('silent'), 4)
  await database.query(offerSeconds(1, 2))
  for (const { origin } of nodes) await until('the new durations on each node', () => offersSeconds(origin, 1))
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.remove()))
  await redis?.kill()
  await database?.close()
  await postgres?.stop()
})

/** A user's next request or socket goes to any node that is up, as behind a proxy. */
let turn = 0
function pick(): string {
  const up = nodes.filter((node) => node.pid() !== undefined)
  return (up[turn++ % up.length] ?? nodes[0])?.origin ?? ''
}

/** Each node reads the products again every two seconds. */
async function offersSeconds(origin: string, seconds: number): Promise<boolean> {
  const answer = await fetch(`${origin}/api/products/BTCUSDT`)
  const { durations } = (await answer.json()) as { durations: { seconds: number }[] }
  return durations.some((duration) => duration.seconds === seconds)
}

async function leader(): Promise<NodeProcess> {
  return until('a node that leads', async () => {
    const row = await database.first<{ holder: string | null }>(`select holder from lease where name = 'feed'`)
    const pid = Number(row?.holder?.split(' ')[1])
    return nodes.find((each) => each.pid() === pid)
  })
}

async function untilNothingIsOpen() {
  const open = async () => {
    const row = await database.first<{ open: bigint }>(
      'select count(*) as open from trade_order where status <= order_open()',
    )
    return row?.open
  }
  await until('the last open order to settle', async () => (await open()) === 0n, {
    everyMs: 50,
    describe: async () => `${await open()} are open.`,
  })
}

/** What each node says of its connection to Redis. */
async function untilBusIs(state: 'ok' | 'lost') {
  const isSo = async ({ origin }: NodeProcess) => {
    const { checks } = (await (await fetch(`${origin}/api/health`)).json()) as { checks: { bus: string } }
    return checks.bus === state
  }
  await until(`${state} of Redis on each node`, async () => (await Promise.all(nodes.map(isSo))).every(Boolean))
}

/** Until each caller has placed some orders more. */
async function untilPlaced(callers: readonly Placing[]) {
  const before = callers.map(({ acknowledged }) => acknowledged.size)
  const isSo = () =>
    callers.every(({ acknowledged, failure }, index) => failure || acknowledged.size > (before[index] ?? 0) + 2)
  await until('further orders of each user', isSo, { describe: () => describePlacing([...callers]) })
}

/** Events of the cluster while users trade. */
async function trouble(callers: readonly Placing[]) {
  const first = await leader()
  await first.kill()
  await leader()
  await first.start()

  await redis.kill()
  await untilBusIs('lost')
  await untilPlaced(callers)
  redis = await startThrowAwayRedis(redis.port)
  await untilBusIs('ok')

  const second = await leader()
  const follower = nodes.find((node) => node !== second)
  await follower?.kill()
  await untilPlaced(callers)
  await follower?.start()

  for (const node of nodes) {
    await node.stop()
    await node.start()
  }
}

test('nodes and Redis are killed and all restarted in turn: nothing is lost or doubled, and prices come back', async () => {
  const openingCode = /code\D*?\s([A-Z0-9]{8})\b/i.exec(nodes[0]?.greeting() ?? '')?.[1] ?? ''
  const users = []
  for (let index = 0; index < USERS; index++) users.push(await newUser(pick(), openingCode, index))
  const watchers = users.map(({ token }) => watchPrices(pick, token))
  const ended = new AbortController()
  const callers = users.map(({ token }) => startPlacing(ended.signal, pick, token))

  await trouble(callers)
  for (const watcher of watchers) {
    watcher.takeTypes()
    const heard = new Set<string>()
    await until('prices and orders on every socket', () => {
      for (const type of watcher.takeTypes()) heard.add(type)
      return heard.has('rows') && heard.has('order')
    })
  }
  ended.abort()
  await Promise.all(callers.map((caller) => caller.ended))
  if (callers.some(({ failure }) => failure)) throw new Error(describePlacing(callers))
  await untilNothingIsOpen()
  for (const watcher of watchers) watcher.end()
  for (const [index, { account }] of users.entries()) {
    const rows = await database.query<{ id: string }>(
      'select placed.id from trade_order placed join app_user on app_user.id = placed.user_id where app_user.account = $1',
      [account],
    )
    expect(callers[index]?.acknowledged.size).toBeGreaterThan(50)
    expect(rows.map((row) => row.id).sort()).toEqual([...(callers[index]?.acknowledged ?? [])].sort())
  }
  const torn = await database.query(
    'select product_id from tick group by product_id having count(*) <> max(sequence) or min(sequence) <> 1',
  )
  expect(torn).toEqual([])
  expect(await brokenInvariants(database)).toEqual([])
})
