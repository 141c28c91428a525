import type { TestUser } from '../../../test/app'
import type { UnsignedOrder } from '../../../test/asks'
import { asked } from '../../../test/asks'
import { floor, withFloor } from '../../../test/floorOfFile'
import { SYMBOL } from '../../../test/tradingFloor'
import { createDatabase } from '../../database/database'
import { createLog } from '../../shared/log'
import { type NewOrder, placeOrders } from './repository'

withFloor()
let users: TestUser[]
beforeAll(async () => {
  users = await Promise.all(Array.from({ length: 12 }, (_, index) => floor.registerUser(`exposed_${index}`)))
  await floor.tick('100')
})

/** The profit of an order of 100.00 at 75 %. */
const PROFIT = 7_500n

const limit = (up: bigint | null, down: bigint | null = null) =>
  floor.database.withTransaction((tx) => floor.deps.products.limitExposure(tx, SYMBOL, { up, down }))
const counted = async () =>
  Object.fromEntries(
    (
      await floor.database.query<{ direction: number; open: bigint }>(
        'select direction, sum(open_profit)::bigint as open from product_exposure group by direction',
      )
    ).map(({ direction, open }) => [direction, open]),
  )
const real = async () =>
  Object.fromEntries(
    (
      await floor.database.query<{ direction: number; open: bigint }>(
        `select direction, sum(payout - stake)::bigint as open from trade_order where status <= order_open() group by direction`,
      )
    ).map(({ direction, open }) => [direction, open]),
  )
/** Places several at once for each user, so that more than one batch is under way. */
const placeAll = async (times: number, changes: Partial<UnsignedOrder> = {}) => {
  const answers = await Promise.all(
    users.flatMap((user) => Array.from({ length: times }, () => floor.place(user, floor.body(changes)))),
  )
  return answers.map((answer) => (answer.statusCode === 201 ? 'placed' : answer.json<{ code: string }>().code))
}
const countOf = (answers: string[], wanted: string) => answers.filter((answer) => answer === wanted).length

test('many at once never pass the limit, reach it exactly, and the other side and other products go on', async () => {
  await limit(20n * PROFIT)
  const answers = await placeAll(4)
  expect([countOf(answers, 'placed'), countOf(answers, 'exposure_reached')]).toEqual([20, 28])
  expect(await counted()).toMatchObject({ 1: 20n * PROFIT })
  expect(await real()).toEqual({ 1: 20n * PROFIT })
  const sold = await placeAll(1, { direction: 'down' })
  expect(countOf(sold, 'placed')).toBe(users.length)
  // Anything that still fits is accepted, from any user.
  await limit(20n * PROFIT + 75n)
  const [one] = users as [TestUser]
  expect((await floor.place(one, floor.body())).json()).toMatchObject({ code: 'exposure_reached' })
  expect((await floor.place(one, floor.body({ stake: '1.00' }))).statusCode).toBe(201)
  await limit(21n * PROFIT + 75n)
  expect((await floor.place(one, floor.body())).statusCode).toBe(201)
})

test('a limit that is set while orders are open counts them; ended orders make room again', async () => {
  await floor.database.query('delete from product_exposure')
  const open = await real()
  expect(await limit(30n * PROFIT, 1n)).toEqual({ up: open[1], down: open[-1] })
  expect(await counted()).toEqual(open)
  const [one] = users as [TestUser]
  expect((await floor.place(one, floor.body({ direction: 'down' }))).json().code).toBe('exposure_reached')
  await floor.enter('101')
  await floor.expire('102')
  await floor.settle()
  expect(await real()).toEqual({})
  expect(await counted()).toEqual({ 1: 0n, '-1': 0n })
  await floor.tick('103')
  expect(countOf(await placeAll(4), 'placed')).toBe(30)
  await limit(null, null)
  expect(countOf(await placeAll(1, { direction: 'down' }), 'placed')).toBe(users.length)
  expect(await counted()).toEqual(await real())
})

test('several connections that share a row of the count, in any mixture of sides, stay within both limits', async () => {
  await floor.database.query('delete from product_exposure')
  await floor.enter('101')
  await floor.expire('102')
  await floor.settle()
  await floor.tick('103')
  await limit(9n * PROFIT, 7n * PROFIT)
  // One statement each, as other nodes place them.
  const product = floor.deps.market.productBySymbol(SYMBOL)?.id
  const place = (user: TestUser, direction: number) =>
    floor.database
      .query<{ code: number }>(
        `select code from place_orders(array[($1, $4, $2, $3, 10000, 30, 7500, 17500, '\\x00', 'test', '-', $5, 5000, 5000, 0,
                                              '\\x00', '\\x00', '\\x00', 5000)::new_order], 'USD', 2)`,
        [user.id, product, direction, floor.body().id, floor.clock.now()],
      )
      .then(
        ([row]) => row?.code,
        (error: { code?: string }) => error.code,
      )
  const codes = await Promise.all(users.flatMap((user) => [1, -1, 1, -1, 1].map((direction) => place(user, direction))))
  expect(codes.every((code) => code === 0 || code === 8 || code === 'FT409')).toBe(true)
  const open = await real()
  expect(open[1]).toBeLessThanOrEqual(9n * PROFIT)
  expect(open[-1]).toBeLessThanOrEqual(7n * PROFIT)
  expect(await counted()).toEqual(open)
  expect(countOf(await placeAll(1), 'placed') + Number((open[1] ?? 0n) / PROFIT)).toBe(9)
})

const newOrder = (user: TestUser): NewOrder => ({
  userId: BigInt(user.id),
  id: floor.body().id,
  productId: floor.product.id,
  direction: 1,
  stake: 10_000n,
  durationSeconds: 30,
  earningsRateBp: 7_500,
  payout: 17_500n,
  bodyHash: Buffer.alloc(1),
  source: 'test',
  instrument: '-',
  acceptedAtMs: floor.clock.now(),
  entryTimeoutMs: 5_000,
  staleAfterMs: 5_000,
  sourceLagMs: 5_000,
  ask: asked(floor.body()).ask,
})

test('nodes that place at the edge of a limit all at once fill it exactly, and no moment shows more than that', async () => {
  await floor.settleAll()
  await floor.database.query('delete from product_exposure')
  await limit(25n * PROFIT)
  const nodes = Array.from({ length: 4 }, () =>
    createDatabase(floor.deps.config.databaseUrl ?? '', createLog('silent'), 4),
  )
  const seen: bigint[] = []
  const isLooking = { on: true }
  const looking = (async () => {
    while (isLooking.on) seen.push((await real())[1] ?? 0n)
  })()
  const perMinute = { perMinute: 0, openStakes: 0n }
  const outcomes = await Promise.all(
    users.flatMap((user) =>
      Array.from({ length: 12 }, async (_, index) => {
        const node = nodes[index % nodes.length] as (typeof nodes)[number]
        const [placed] = await placeOrders(node, [newOrder(user)], floor.deps.config.currency, perMinute)
        return placed?.outcome ?? ''
      }),
    ),
  )
  isLooking.on = false
  await looking
  await Promise.all(nodes.map((node) => node.close()))
  expect([countOf(outcomes, 'placed'), countOf(outcomes, 'exposed')]).toEqual([25, 12 * users.length - 25])
  expect(seen.every((open) => open <= 25n * PROFIT)).toBe(true)
  expect([await counted(), await real()]).toMatchObject([{ 1: 25n * PROFIT }, { 1: 25n * PROFIT }])
})
