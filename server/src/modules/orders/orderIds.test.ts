import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../../../test/support/answers'
import type { TestUser } from '../../../test/app'
import { asked } from '../../../test/asks'
import { floor, withFloorEach } from '../../../test/floorOfFile'
import { repeatRace } from '../../../test/races'
import { projectRoot } from '../../shared/paths'
import { createOrdersModule } from './module'

withFloorEach()
beforeEach(async () => {
  await floor.tick('100.0')
})

const receiptOf = (user: TestUser, id: string) => floor.call(user, 'GET', `/orders/${id}/receipt`)

test('an id that an order of anybody has is refused, in its minute and in the next one, and moves nothing', async () => {
  const [first, second] = [await floor.registerUser(), await floor.registerUser()]
  const body = floor.body()
  expect((await floor.place(first, body)).statusCode).toBe(201)
  const again = await floor.place(second, { ...body, direction: 'down' })
  expect([again.statusCode, codeOf(again)]).toEqual([409, 'order_id_conflict'])
  // A minute later the id is no longer of the present, whoever sends it.
  await floor.enter('101')
  await floor.expire('102')
  await floor.settle()
  await floor.clock.advance(60_000)
  await floor.tick('100')
  expect(codeOf(await floor.place(second, body))).toBe('order_id_conflict')
  expect(await floor.availableOf(second)).toBe('10000.00')
  expect((await floor.place(first, body)).statusCode).toBe(200)
  // An id of the last second of a minute is one with that of the next.
  await floor.clock.advance(60_000 - (floor.clock.now() % 60_000) - 500)
  await floor.tick('100')
  const atTheEnd = floor.body()
  expect((await floor.place(first, atTheEnd)).statusCode).toBe(201)
  await floor.clock.advance(1_000)
  await floor.tick('100')
  expect(codeOf(await floor.place(second, atTheEnd))).toBe('order_id_conflict')
  await floor.settleAll()
})

test('users who send one id at the same moment, to one node and to two: one order, and it gets its result', async () => {
  // As another node: with its own batches and connections, on the same database.
  const there = createOrdersModule(floor.deps as typeof floor.deps & Parameters<typeof createOrdersModule>[0]).service
  const ids: string[] = []
  const answerOf = async (user: TestUser, body: ReturnType<typeof floor.body>, of = floor.deps.orders) => {
    const placed = await of.place(user.id, asked(body, { origin: floor.deps.config.proofOrigin }))
    return placed.ok ? 'placed' : placed.error.code
  }
  await repeatRace(
    () => Promise.all([floor.registerUser(), floor.registerUser(), floor.registerUser()]),
    async ([a, b, c]) => {
      const body = floor.body({ stake: '1.00' })
      ids.push(body.id)
      const answers = await Promise.all([answerOf(a, body), answerOf(b, body, there), answerOf(c, body)])
      expect(answers.sort()).toEqual(['order_id_conflict', 'order_id_conflict', 'placed'])
    },
    () => floor.settleAll(),
  )
  const settled = await floor.database.query(
    'select from trade_order where id = any ($1::uuid[]) and status > order_open()',
    [ids],
  )
  expect(settled).toHaveLength(ids.length)
  expect(await floor.database.query('select from order_set_aside')).toEqual([])
})

/** The database as a version before this one left it: `work` may place orders whose id another user's order has. */
async function asBefore(work: () => Promise<void>) {
  const now = await floor.database.first<{ text: string }>(`select pg_get_functiondef('place_orders'::regproc) as text`)
  const lines = now?.text.split('\n') ?? []
  await floor.database.query('alter table trade_order drop constraint trade_order_once')
  await floor.database.query(lines.filter((line) => !line.includes('existing.own or item.nth')).join('\n'))
  await work()
  await floor.database.query('alter table trade_order add constraint trade_order_once unique (user_id, id)')
  const migration = readFileSync(join(projectRoot(), 'server/sql/migrations/0016_ids_ties_codes.sql'), 'utf8')
  await floor.database.query(migration.replace(/alter table \w+ add column .*;/, ''))
  await floor.database.query(now?.text ?? '')
}

test('an order that a version before accepted and could not settle ends by the rules, without a receipt', async () => {
  const [first, second] = [await floor.registerUser(), await floor.registerUser()]
  await floor.database.query(
    `insert into product_exposure (product_id, direction, stripe, profit_max, quota)
       select $1, -1, stripe, 50000, 0 from generate_series(0, 15) stripe`,
    [floor.product.id],
  )
  const body = floor.body()
  const counted = async () => {
    await floor.deps.settlement.checkStuck()
    return floor.figure('fairtick_orders_set_aside')
  }
  await asBefore(async () => {
    await floor.place(first, body)
    expect((await floor.place(second, { ...body, direction: 'down' })).statusCode).toBe(201)
    await floor.enter('101')
    await floor.expire('102')
    expect(await floor.settle()).toEqual({ entered: 0, closed: 1 })
    expect(await counted()).toBe(1)
  })
  expect(codeOf(await receiptOf(second, body.id))).toBe('receipt_not_ready')
  await floor.clock.advance(11 * 60_000)
  expect(await counted()).toBe(1)
  expect(await floor.settle()).toEqual({ entered: 0, closed: 1 })
  expect(await counted()).toBe(0)
  // By the prices of its time (PRODUCT.md 10.3), however late; the house's limit is free again.
  expect(await floor.orderOf(second, body.id)).toMatchObject({ status: 'lost', exitPrice: '102' })
  expect(await floor.availableOf(second)).toBe('9900.00')
  expect(
    await floor.database.first('select sum(open_profit)::int as open from product_exposure where direction = -1'),
  ).toEqual({ open: 0 })
  expect(codeOf(await receiptOf(second, body.id))).toBe('receipt_none')
  expect((await receiptOf(first, body.id)).statusCode).toBe(200)
})
