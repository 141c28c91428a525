import { checkReceipt } from '../../../../proof/receipt'
import type { UnsignedOrder } from '../../../test/asks'
import { floor, user, withFloor } from '../../../test/floorOfFile'
import { createDeps } from '../../deps'

withFloor({ user: true })

/** How many queries `work` sends to the database, and what it returns. */
async function queriesOf<T>(work: () => Promise<T>): Promise<{ queries: number; answer: T }> {
  const spy = jest.spyOn(floor.database.pool, 'query')
  try {
    const answer = await work()
    return { queries: spy.mock.calls.length, answer }
  } finally {
    spy.mockRestore()
  }
}

/** Makes that many heads with one tick each: every tree gets some hundred leaves, most of them after the order. */
async function makeHeads(count: number) {
  for (let head = 0; head < count; head++) {
    await floor.clock.advance(10)
    await floor.tick('100.0')
    await floor.deps.heads.seal()
  }
}

/** Dependencies of a process with nothing in memory. */
const freshDeps = () => {
  const { config, log, database, clock } = floor.deps
  return createDeps({ config, log, database, clock })
}

test('a receipt takes few queries, however long the logs are, and fewer where its trees are known', async () => {
  await makeHeads(40)
  const first = floor.body()
  await floor.win(user, first)
  await makeHeads(90)
  const second = floor.body()
  await floor.win(user, second)
  await makeHeads(125)

  const { proof } = freshDeps()
  const cold = await queriesOf(() => proof.receipt(user.id, first.id))
  expect(cold.answer.ok && checkReceipt(cold.answer.value).problems).toEqual([])
  // The order, its heads, the newest, products, keys, the span, then nodes, logs and ticks.
  expect(cold.queries).toBeLessThanOrEqual(9)
  const again = await queriesOf(() => proof.receipt(user.id, first.id))
  expect(again.answer).toEqual(cold.answer)
  expect(again.queries).toBeLessThanOrEqual(3)
  const other = await queriesOf(() => proof.receipt(user.id, second.id))
  expect(other.answer.ok && checkReceipt(other.answer.value).problems).toEqual([])
  expect(other.queries).toBeLessThanOrEqual(7)
})

test('receipts that are asked for at once are read together', async () => {
  const orders: UnsignedOrder[] = []
  for (let nth = 0; nth < 3; nth++) {
    const body = floor.body()
    await floor.win(user, body)
    orders.push(body)
  }
  await makeHeads(20)
  const { proof } = freshDeps()
  const all = await queriesOf(() => Promise.all(orders.map(({ id }) => proof.receipt(user.id, id))))
  for (const receipt of all.answer) expect(receipt.ok && checkReceipt(receipt.value).problems).toEqual([])
  expect(all.queries).toBeLessThanOrEqual(20)
})

test('the newest head and consistency are answered from memory; what others make is seen within half a second', async () => {
  await makeHeads(3)
  const { proof, heads } = freshDeps()
  const known = await proof.latestHead()
  const from = known.head.number - 2
  const before = await proof.consistency(from, known.head.number)
  const warm = await queriesOf(async () => {
    for (let request = 0; request < 50; request++) {
      expect(await proof.latestHead()).toEqual(known)
      expect(await proof.consistency(from, known.head.number)).toEqual(before)
    }
  })
  expect(warm.queries).toBe(0)

  // Made by another process.
  await makeHeads(1)
  await floor.clock.advance(500)
  const next = await queriesOf(() => Promise.all(Array.from({ length: 20 }, () => proof.latestHead())))
  expect(next.answer.map(({ head }) => head.number)).toEqual(Array(20).fill(known.head.number + 1))
  expect(next.queries).toBeLessThanOrEqual(1)
  // Made by this one.
  await floor.clock.advance(10)
  await floor.tick('100.0')
  const own = await heads.seal()
  const told = await queriesOf(() => proof.latestHead())
  expect(told).toMatchObject({ queries: 0, answer: { head: { number: own.number } } })
})
