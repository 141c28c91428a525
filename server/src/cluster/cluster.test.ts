import type { Order } from '../../../contract/orders'
import { pause, until } from '../../../test/support/until'
import { asked } from '../../test/asks'
import { createTestDatabase, type TestDatabase } from '../../test/database'
import { brokenInvariants } from '../../test/invariants'
import { type Node, startNode } from '../../test/nodes'
import { demoOrder } from '../../test/tradingFloor'
import { appendTicks, loadHeads } from '../market/tickLog'
import { present } from '../shared/assert'
import { isLeaseLost } from './leaseRow'

const SYMBOL = 'BTCUSDT'

let own: TestDatabase
let nodes: Node[] = []
beforeEach(async () => {
  own = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  nodes = []
  await own.drop()
})

async function start(...configs: Parameters<typeof startNode>[1][]) {
  // One after the other is quicker than at once: the first makes the history.
  for (const config of configs) nodes.push(await startNode(own.url, config))
  for (const node of nodes)
    await until('the first prices on each node', async () => (await node.call('GET', '/health')).status === 200)
  return nodes
}

const leader = () => nodes.find((node) => node.deps.market.leads())
const sequenceAt = (node: Node) => node.deps.market.quote(SYMBOL)?.sequence ?? 0

/** Products whose log is not numbered from 1 without a gap; there are none. */
const tornLogs = () =>
  own.database.query(
    `select product_id from tick group by product_id
     having count(*) <> max(sequence) or min(sequence) <> 1
         or bool_or(false) union all
     select product_id from (select product_id, at_ms < lag(at_ms) over (partition by product_id order by sequence) as back
                               from tick) ordered where back`,
  )

test('one of three writes prices and all show them; when it is cut off another one goes on', async () => {
  await start({}, {}, {})
  const first = present(leader(), 'one node leads')
  expect(nodes.filter((node) => node.deps.market.leads())).toHaveLength(1)
  const others = nodes.filter((node) => node !== first)
  for (const node of others) {
    const before = sequenceAt(node)
    await until('a follower shows new prices', () => sequenceAt(node) > before)
    expect((await node.call<{ ready: boolean }>('GET', '/health')).value.ready).toBe(true)
  }

  first.cut()
  await until('another leads', () => others.some((node) => node.deps.market.leads()))
  const second = present(
    others.find((node) => node.deps.market.leads()),
    'another leads',
  )
  const before = sequenceAt(second)
  await until('prices go on', () => sequenceAt(second) > before)

  // The first one still believes that it leads, and has ticks that wait: none of them gets into the log.
  expect(first.deps.market.leads()).toBe(true)
  first.mend()
  await until('the deposed one follows', () => !first.deps.market.leads())
  const shown = sequenceAt(first)
  await until('the deposed one shows the prices of the new leader', () => sequenceAt(first) > shown)
  expect(await tornLogs()).toEqual([])
})

test('a deposed leader cannot append, not even move the watermark', async () => {
  const [node] = await start({})
  const old = present(node?.deps.market.productBySymbol(SYMBOL), 'the product')
  const lease = await own.database.first<{ token: bigint }>(`select token from lease where name = 'feed'`)
  const token = present(lease, 'the lease').token
  await node?.stop()
  nodes = []
  await own.database.query(`select take_lease('feed', 'another', 2000, null, true)`)
  const head = async () => (await loadHeads(own.database)).find(({ productId }) => productId === old.id)
  const before = await head()
  const atMs = (before?.throughMs ?? 0) + 1_000
  const tick = { productId: old.id, atMs, price: '1', size: '1', sourceAtMs: atMs }
  for (const ticks of [[tick], []]) {
    const attempt = appendTicks(own.database, [old.id], atMs, 'late', ticks, { name: 'feed', token })
    await expect(attempt.catch((error) => isLeaseLost(error))).resolves.toBe(true)
  }
  expect(await head()).toEqual(before)
})

test('a node that stops hands prices over at once', async () => {
  await start({}, {})
  const first = present(leader(), 'one node leads')
  const second = present(
    nodes.find((node) => node !== first),
    'there is another',
  )
  await first.stop()
  nodes = [second]
  await until('the other one leads', () => second.deps.market.leads())
  expect(await tornLogs()).toEqual([])
})

test('orders placed on any node are settled once, by whichever worker comes first', async () => {
  await start({}, { roles: new Set(['api', 'worker']) }, { roles: new Set(['api', 'stream', 'worker']) })
  await own.database.query(
    'insert into product_duration select id, 1, 7500 from product where symbol = $1 on conflict do nothing',
    [SYMBOL],
  )
  await Promise.all(nodes.map((node) => node.deps.market.refreshProducts()))
  const entry = present(nodes[0], 'a node')
  const tokens = await Promise.all([0, 1, 2, 3].map((index) => entry.newUser(`sharing_${index}`)))
  const place = (index: number) =>
    present(nodes[index % nodes.length], 'a node').call<Order>(
      'POST',
      '/orders',
      tokens[index % tokens.length],
      asked(demoOrder({ direction: index % 3 === 0 ? 'down' : 'up', stake: '10.00', durationSeconds: 1 })),
    )
  const answers: Awaited<ReturnType<typeof place>>[] = []
  // As many at once as a busy machine takes before the second of their entry.
  for (let first = 0; first < 120; first += 12)
    answers.push(...(await Promise.all(Array.from({ length: 12 }, (_, index) => place(first + index)))))
  expect(
    answers.flatMap(({ status, value }, index) => (status === 201 ? [] : [[index, JSON.stringify(value)]])),
  ).toEqual([])
  await until('everything is settled', async () => {
    const row = await own.database.first<{ open: bigint }>(
      'select count(*) as open from trade_order where status <= order_open()',
    )
    return row?.open === 0n
  })
  expect(await brokenInvariants(own.database)).toEqual([])
})

test('a node does only what its roles say', async () => {
  await start({}, { roles: new Set(['worker']) })
  const worker = present(nodes[1], 'the worker')
  expect((await worker.call('GET', '/health')).status).toBe(200)
  expect((await worker.call('GET', '/products')).status).toBe(404)
  await expect(worker.listen(undefined)).rejects.toThrow()
  await present(nodes[0], 'the leader').stop()
  nodes = [worker]
  const isFree = `select from lease where name = 'feed' and holder is null`
  await until('nobody leads', () => own.database.some(isFree))
  // Any other node would have asked for the lease in the meantime, three times a second.
  await pause(1_000)
  expect(worker.deps.market.leads()).toBe(false)
  expect(await own.database.some(isFree)).toBe(true)
})

test('what the auditor of one node finds, every node knows', async () => {
  await start({}, { roles: new Set(['api']) })
  const api = present(nodes[1], 'the node without an auditor')
  await until('the books are found in order', () => api.deps.auditor.state() === 'ok')
  await own.database.query('alter table ledger_account disable trigger all')
  await own.database.query('update ledger_account set balance = balance + 1 where kind = 100')
  const walker = present(nodes[0], 'the node with the auditor')
  await walker.deps.auditor.runBatch()
  await until('every node knows that they are not', () => api.deps.auditor.state() === 'off')
})
