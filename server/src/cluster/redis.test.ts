import type { Order } from '../../../contract/orders'
import { startThrowAwayRedis } from '../../../scripts/setup/redis.mjs'
import { findRedis } from '../../../scripts/setup/requirements.mjs'
import { until } from '../../../test/support/until'
import { asked } from '../../test/asks'
import { createTestDatabase, type TestDatabase } from '../../test/database'
import { newId } from '../../test/ids'
import { brokenInvariants } from '../../test/invariants'
import { type Node, startNode } from '../../test/nodes'
import type { BusEvent } from '../shared/bus'

const SYMBOL = 'BTCUSDT'
/** How long an order lasts. */
const SECONDS = 1

/** npm cannot install it. */
const withRedis = findRedis() === undefined ? test.skip : test

let own: TestDatabase
let redis: Awaited<ReturnType<typeof startThrowAwayRedis>>
let leader: Node
let other: Node
let accounts = 0

beforeAll(async () => {
  own = await createTestDatabase()
  redis = await startThrowAwayRedis()
  const rateLimits = { requests: 100_000, logins: 0, registrations: 0 }
  leader = await startNode(own.url, { busUrl: redis.url, rateLimits })
  // Everything that the other one learns of an order comes from the first: it has no worker.
  other = await startNode(own.url, { busUrl: redis.url, rateLimits, roles: new Set(['api', 'stream']) })
  await own.database.query(
    'insert into product_duration select id, $2, 7500 from product where symbol = $1 on conflict do nothing',
    [SYMBOL, SECONDS],
  )
  await Promise.all([leader, other].map((node) => node.deps.market.refreshProducts()))
})
afterAll(async () => {
  redis?.resume()
  await other?.stop()
  await leader?.stop()
  await redis?.kill()
  await own?.drop()
})

async function countOf(node: Node, name: string, labels: Record<string, string> = {}): Promise<number> {
  const metric = await node.deps.metrics.registry.getSingleMetric(name)?.get()
  const matching = (metric?.values ?? []).filter((each) =>
    Object.entries(labels).every(([label, value]) => each.labels[label] === value),
  )
  return matching.reduce((sum, { value }) => sum + value, 0)
}
const repairsBy = (node: Node) => countOf(node, 'fairtick_ticks_repaired_total')
const receivedBy = (node: Node) => countOf(node, 'fairtick_bus_messages_total', { outcome: 'received' })

const busOf = async (node: Node) =>
  (await node.call<{ ready: boolean; checks: { bus: string } }>('GET', '/health')).value

/** Places an order on one node and waits until a socket on the other has received every state of it. */
async function orderAcross(from: Node, to: Node) {
  const token = await from.newUser(`across_${++accounts}`)
  const heard = await to.listen(token)
  const id = newId()
  const placed = await from.call<Order>(
    'POST',
    '/orders',
    token,
    asked({
      id,
      symbol: SYMBOL,
      direction: 'up',
      stake: '10.00',
      durationSeconds: SECONDS,
      earningsRateBp: 7500,
    }),
  )
  expect(placed.status).toBe(201)
  const statuses = () => heard.flatMap((message) => (message.type === 'order' ? [message.order.status] : []))
  await until('the other node hears that it is closed', () =>
    statuses().some((status) => ['won', 'lost', 'tie', 'void'].includes(status)),
  )
  // After the login, after the stake was taken, and after the result was booked.
  await until('the other node hears of the balance', () => heard.filter(({ type }) => type === 'balance').length >= 3)
  return statuses()
}

withRedis(
  'a socket on one node hears of an order on another, and prices come by the bus, not from the log',
  async () => {
    await until('both are connected', async () => (await busOf(other)).checks.bus === 'ok')
    const heard = await other.listen(undefined, [SYMBOL])
    await until('quotes arrive', () => heard.filter(({ type }) => type === 'rows').length > 3)
    const [repairs, received] = [await repairsBy(other), await receivedBy(other)]
    expect((await orderAcross(leader, other)).slice(0, 2)).toEqual(['pending', 'open'])
    const byBus = (await receivedBy(other)) - received
    expect(byBus).toBeGreaterThan(10)
    // Only a leader that stopped for a second would have been helped out from the log.
    expect((await repairsBy(other)) - repairs).toBeLessThan(byBus)
  },
)

withRedis('a session that ends on one node ends on the sockets and in the memory of the other', async () => {
  const token = await leader.newUser('ending_one')
  const heard = await other.listen(token)
  expect((await other.call('GET', '/me', token)).status).toBe(200)
  expect((await leader.call('DELETE', '/sessions/current', token)).status).toBe(204)
  await until('the socket is told', () => heard.some(({ type }) => type === 'refused'))
  expect((await other.call('GET', '/me', token)).status).toBe(401)
})

withRedis('a message that got lost on the way is read from the log', async () => {
  const before = await repairsBy(other)
  const pass = (event: BusEvent) =>
    event.type === 'ticks' ? other.deps.market.receiveTicks(event.ticks) : other.deps.bus.deliver(event)
  let lost = 0
  other.deps.link.listen((event) => {
    if (event.type === 'ticks') lost += event.ticks.length
  })
  await until('some ticks are lost', () => lost > 5)
  other.deps.link.listen(pass)
  await until('they were read', async () => (await repairsBy(other)) >= before + lost)
  const sequence = () => other.deps.market.quote(SYMBOL)?.sequence ?? 0
  const shown = sequence()
  await until('prices go on', () => sequence() > shown + 2)
})

withRedis('events that got lost on the way are delivered from the database', async () => {
  const token = await leader.newUser(`missed_${++accounts}`)
  const heard = await other.listen(token)
  const closed = () => heard.some((message) => message.type === 'order' && message.order.closedAt !== null)
  const { market, bus, link, userEventsFallback } = other.deps
  const ticksOnly = (event: BusEvent) => {
    if (event.type === 'ticks') market.receiveTicks(event.ticks)
  }
  link.listen(ticksOnly, userEventsFallback.repair)
  await leader.call(
    'POST',
    '/orders',
    token,
    asked({
      id: newId(),
      symbol: SYMBOL,
      direction: 'up',
      stake: '10.00',
      durationSeconds: SECONDS,
      earningsRateBp: 7500,
    }),
  )
  await until('it is closed', async () => {
    const row = await own.database.first<{ open: bigint }>(
      'select count(*) as open from trade_order where status <= order_open()',
    )
    return row?.open === 0n
  })
  expect(closed()).toBe(false)
  // The next message of that sender shows the gap.
  const { createClient } = await import('redis')
  const stranger = createClient({ url: redis.url })
  await stranger.connect()
  for (const number of [1, 3]) {
    await stranger.publish('fairtick:events', JSON.stringify({ from: 'stranger', number, events: [] }))
  }
  stranger.destroy()
  await until('it was told all the same', closed)
  link.listen((event) => (event.type === 'ticks' ? ticksOnly(event) : bus.deliver(event)), userEventsFallback.repair)
})

withRedis('tens of thousands of events at once all arrive', async () => {
  let arrived = 0
  const end = other.deps.bus.subscribe('balances', () => {
    arrived++
  })
  for (let user = 0; user < 30_000; user++) leader.deps.bus.publish({ type: 'balances', userId: BigInt(user + 1_000) })
  await until('all have arrived', () => arrived >= 30_000)
  end()
})

describe.each([
  ['killed', () => redis.kill()],
  ['silent', async () => redis.pause()],
])('while Redis is %s', (how, lose) => {
  withRedis('prices, orders and their events go on, and it shows', async () => {
    await lose()
    const shown = other.deps.market.quote(SYMBOL)?.sequence ?? 0
    const heard = await other.listen(undefined, [SYMBOL])
    await until('prices come from the log', () => (other.deps.market.quote(SYMBOL)?.sequence ?? 0) > shown + 3)
    expect(heard.some(({ type }) => type === 'rows')).toBe(true)
    await until('it shows', async () => (await busOf(other)).checks.bus === 'lost')
    expect((await busOf(other)).ready).toBe(true)
    const metrics = await (await fetch(`${other.origin}/api/metrics`)).text()
    expect(metrics).toContain('fairtick_bus_connected 0')
    expect(await orderAcross(leader, other)).toContain('open')

    if (how === 'killed') redis = await startThrowAwayRedis(redis.port)
    else redis.resume()
    await until('both are connected again', async () => {
      const states = await Promise.all([busOf(leader), busOf(other)])
      return states.every(({ checks }) => checks.bus === 'ok')
    })
    const received = await receivedBy(other)
    await orderAcross(leader, other)
    expect(await receivedBy(other)).toBeGreaterThan(received + 10)
    expect(await brokenInvariants(own.database)).toEqual([])
  })
})

withRedis('requests are counted over all nodes, and by each one alone while Redis is away', async () => {
  const fresh = await startThrowAwayRedis()
  const limited = { busUrl: fresh.url, rateLimits: { requests: 20, logins: 0, registrations: 0 } }
  const nodes = [
    await startNode(own.url, { ...limited, roles: new Set(['api']) }),
    await startNode(own.url, { ...limited, roles: new Set(['api']) }),
  ] as const
  const ask = async (node: Node) => (await node.call<{ code?: string }>('GET', '/app-info')).value.code ?? 'answered'
  try {
    let turns = 0
    const isRefused = async () => {
      turns++
      const answers = [await ask(nodes[0]), await ask(nodes[1])]
      return answers.includes('rate_limited')
    }
    // A node that had to wait for Redis counts alone for a second.
    await until('a refusal', isRefused, { everyMs: 200 })
    // Each alone would answer 20; together they have answered as many.
    expect(turns).toBeGreaterThan(10)
    expect(turns).toBeLessThan(20)
    await fresh.kill()
    // Each has counted its own.
    await until('the loss is noticed', () => nodes.every((node) => node.deps.link.state() === 'lost'))
    expect(await ask(nodes[0])).toBe('answered')
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await fresh.kill()
  }
})
