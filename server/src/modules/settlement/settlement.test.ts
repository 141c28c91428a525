import { v7 } from 'uuid'
import type { Order } from '../../../../contract/orders'
import { until } from '../../../../test/support/until'
import { asOwner } from '../../../test/asOwner'
import { floor, user, withFloorEach } from '../../../test/floorOfFile'
import { newId } from '../../../test/ids'
import { allPages } from '../../../test/lists'
import { createDeps } from '../../deps'
import { createLog } from '../../shared/log'
import { DIRECTION, ORDER_STATUS } from '../../shared/stored'
import { HOUR_MS } from '../../shared/time'
import { advanceWatermarks } from './repository'

/** How many ids are sent 20 times each; the full run is REPEATS=1000. */
const REPEATS = Number(process.env.REPEATS ?? 25)

withFloorEach({ user: true })
beforeEach(async () => {
  await floor.tick('100.0')
})

/** Places an order, and makes the tick that will be its entry. */
async function begin() {
  const body = floor.body()
  await floor.place(user, body)
  await floor.toEntry()
  await floor.tick('100.0')
  return body.id
}

/** Places an order that enters at 100.0, and lets its time pass with a last tick of `exitPrice` just before the end. */
async function playTo(exitPrice: string, direction: 'up' | 'down' = 'up') {
  const body = floor.body({ direction })
  expect((await floor.place(user, body)).statusCode).toBe(201)
  await floor.enter('100.0')
  await floor.expire(exitPrice)
  return body.id
}

test.each([
  ['up', '100.1', 'won', '10075.00'],
  ['up', '99.9', 'lost', '9900.00'],
  ['down', '99.9', 'won', '10075.00'],
  ['down', '100.1', 'lost', '9900.00'],
  ['up', '100.0', 'tie', '10000.00'],
] as const)('%s that ends at %s is %s', async (direction, exit, status, available) => {
  const id = await playTo(exit, direction)
  await floor.settle()
  const order = await floor.orderOf(user, id)
  expect(order).toMatchObject({ status, entryPrice: '100.0', exitPrice: exit, version: 3 })
  expect(await floor.availableOf(user)).toBe(available)
})

test('an order in a direction without a rule is set aside, and the others are settled', async () => {
  const bodies = [floor.body(), floor.body()]
  for (const body of bodies) await floor.place(user, body)
  await floor.enter('100.0')
  const [unknown = '', known = ''] = bodies.map(({ id }) => id)
  const turn = (direction: number) =>
    asOwner(floor.database, (tx) =>
      tx.query('update trade_order set direction = $2 where id = $1', [unknown, direction]),
    )
  await asOwner(floor.database, (tx) => tx.query('alter table trade_order drop constraint trade_order_direction_check'))
  await turn(7)
  await floor.expire('100.1')
  await floor.settle()
  expect(await floor.orderOf(user, known)).toMatchObject({ status: 'won' })
  expect(await floor.database.query('select status from trade_order where id = $1', [unknown])).toEqual([
    { status: ORDER_STATUS.open },
  ])
  expect(await floor.database.query('select reason from order_set_aside')).toHaveLength(1)
  await turn(DIRECTION.up)
})

test('a pass without orders asks the database one question', async () => {
  const asked = jest.spyOn(floor.deps.database.pool, 'query')
  expect(await floor.settle()).toEqual({ entered: 0, closed: 0 })
  expect(asked).toHaveBeenCalledTimes(1)
})

test('one pass enters and closes what began and ended while nobody settled', async () => {
  const id = await begin()
  await floor.expire('100.1')
  expect(await floor.settle()).toEqual({ entered: 1, closed: 1 })
  expect(await floor.orderOf(user, id)).toMatchObject({ status: 'won', entryPrice: '100.0', exitPrice: '100.1' })
})

test('no entry tick within 5 s voids the order and returns the stake', async () => {
  const body = floor.body()
  await floor.place(user, body)
  await floor.toEntry()
  await floor.clock.advance(5_001)
  await floor.moveWatermark()
  await floor.settle()
  expect(await floor.orderOf(user, body.id)).toMatchObject({ status: 'void', voidReason: 'no_entry_tick' })
  const ofProduct = `product="${floor.product.id}",reason="no_entry_tick"`
  expect(await floor.figure(`fairtick_orders_void_total{${ofProduct}}`)).toBe(1)
  expect(await floor.availableOf(user)).toBe('10000.00')
})

test('an order that no head held before its second is void, whatever the prices say', async () => {
  const body = floor.body()
  await floor.place(user, body)
  await floor.clock.advance(4_000)
  await floor.tick('100.0')
  expect(await floor.settle()).toEqual({ entered: 0, closed: 0 })
  await floor.expire('101.0')
  expect(await floor.settle()).toEqual({ entered: 0, closed: 1 })
  expect(await floor.orderOf(user, body.id)).toMatchObject({
    status: 'void',
    voidReason: 'logged_late',
    entryPrice: null,
  })
  expect(await floor.availableOf(user)).toBe('10000.00')
})

test('a single tick in the contract voids it', async () => {
  const id = await begin()
  await floor.clock.advance(31_000)
  await floor.moveWatermark()
  await floor.settle()
  await floor.settle()
  expect(await floor.orderOf(user, id)).toMatchObject({ status: 'void', voidReason: 'too_few_ticks' })
})

test('a last tick older than 5 s at expiry voids it', async () => {
  const id = await begin()
  await floor.clock.advance(20_000)
  await floor.tick('101.0')
  await floor.clock.advance(11_000)
  await floor.moveWatermark()
  await floor.settle()
  expect(await floor.orderOf(user, id)).toMatchObject({ status: 'void', voidReason: 'stale_at_expiry' })
  expect(await floor.availableOf(user)).toBe('10000.00')
})

test('nothing is decided before the watermark has passed the expiry', async () => {
  const id = await begin()
  await floor.clock.advance(29_900)
  await floor.tick('101.0')
  expect(await floor.settle()).toEqual({ entered: 1, closed: 0 })
  expect(await floor.orderOf(user, id)).toMatchObject({ status: 'open', exitPrice: null })
})

test('an order that is overdue after a stop settles at the tick of its expiry, not of the restart', async () => {
  const id = await playTo('101.0')
  await floor.clock.advance(300_000)
  await floor.tick('50.0')
  await floor.settle()
  expect(await floor.orderOf(user, id)).toMatchObject({ status: 'won', exitPrice: '101.0' })
})

test.each([
  ['up', 60_000, { status: 'won', profitLoss: '75.00' }, 0],
  ['up', 60_001, { status: 'won', profitLoss: '75.00' }, 1],
  ['up', 3 * HOUR_MS, { status: 'won', profitLoss: '75.00' }, 1],
  ['down', 3 * HOUR_MS, { status: 'lost', profitLoss: '-100.00' }, 1],
] as const)(
  'an order %s that is settled %i ms after its end is decided by the same prices, and counted if late',
  async (direction, lateMs, result, late) => {
    await floor.tick('100.0')
    const body = floor.body({ direction })
    await floor.place(user, body)
    await floor.enter('100.0')
    await floor.clock.advance(29_000)
    await floor.tick('101.0')
    const { expiresAt } = await floor.orderOf(user, body.id)
    await floor.clock.advance(Date.parse(expiresAt ?? '') + lateMs - floor.clock.now())
    await floor.moveWatermark()
    await floor.settle()
    expect(await floor.orderOf(user, body.id)).toMatchObject({ exitPrice: '101.0', voidReason: null, ...result })
    expect(await floor.figure('fairtick_orders_settled_late_total')).toBe(late)
  },
)

test('a late tick is refused and changes nothing', async () => {
  const id = await playTo('101.0')
  await floor.settle()
  const before = await floor.orderOf(user, id)
  expect(await floor.tick('1.0', 1_000)).toBe(false)
  await floor.settle()
  expect(await floor.orderOf(user, id)).toEqual(before)
})

/** As a worker whose clock says `now` does it after it saw the log stand still. */
const closeLogAs = (now: number) =>
  advanceWatermarks(floor.database, { throughMs: now - 3_000, agoMs: 3_000, aheadMs: floor.clock.aheadMs })

test('a worker whose clock is fast does not close the log to prices that are still to come', async () => {
  await floor.clock.advance(5_000)
  await closeLogAs(floor.clock.now() + 60_000)
  await floor.clock.advance(5)
  expect(await floor.tick('101.0')).toBe(true)
})

test('an id that is more than a day off is refused, unless its order is there: request_id_time_off', async () => {
  const place = async (hours: number) =>
    (await floor.place(user, floor.body({ id: v7({ msecs: floor.clock.now() + hours * HOUR_MS }) }))).json()
  expect(await place(25)).toMatchObject({ code: 'request_id_time_off' })
  expect(await place(-25)).toMatchObject({ code: 'request_id_time_off' })
  expect(await place(23)).toMatchObject({ code: 'ask_time_off' })
  const body = floor.body()
  expect((await floor.place(user, body)).statusCode).toBe(201)
  await floor.clock.advance(25 * HOUR_MS)
  // A repeat, later.
  expect((await floor.place(user, body)).statusCode).toBe(200)
  await floor.moveWatermark()
  await floor.settle()
})

test.each(['its result', 'its entry'])(
  'that settlement fails as a whole shows in how long an order waits for %s',
  async (what) => {
    if (what === 'its result') await playTo('101.0')
    else await floor.place(user, floor.body())
    const refusing = "begin raise exception 'refused'; end"
    await floor.database.query(
      `create function refuse() returns trigger language plpgsql as $$ ${refusing} $$;
     create trigger refuse before insert on tree_head for each statement execute function refuse()`,
    )
    const worker = floor.deps.settlement
    worker.start()
    try {
      await until('the figure says so', async () => {
        await floor.clock.advance(1_000)
        return Number(await floor.figure('fairtick_settlement_overdue_seconds')) > 15
      })
    } finally {
      await worker.stop()
      await floor.database.query('drop trigger refuse on tree_head; drop function refuse()')
    }
    await floor.settle()
  },
)

test('a log that stops is closed for good, and orders are decided by what it holds', async () => {
  const id = await begin()
  await floor.clock.advance(29_500)
  await floor.tick('101.0')
  await floor.clock.advance(10_000)
  await closeLogAs(floor.clock.now())
  await floor.settle()
  expect(await floor.orderOf(user, id)).toMatchObject({ status: 'won', exitPrice: '101.0' })
  expect(await floor.tick('1.0', 9_700)).toBe(false)
})

test('without a feed an order ends by what its log holds, which stays open until then', async () => {
  const body = floor.body()
  await floor.place(user, body)
  await floor.enter('100.0')
  const throughNow = async () => {
    const head = await floor.database.first<{ at: bigint }>(
      'select through_ms as at from tick_head where product_id = $1',
      [floor.product.id],
    )
    return Number(head?.at)
  }
  const before = await throughNow()
  floor.deps.settlement.start()
  try {
    const goOn = async (ms: number) => {
      for (let at = 0; at < ms; at += 200) {
        await floor.clock.advance(200)
        await new Promise((resolve) => setTimeout(resolve, 15))
      }
    }
    await goOn(20_000)
    expect(await throughNow()).toBe(before)
    // 30 s after the entry it is over; the log has been silent for longer than that.
    await goOn(22_000)
    expect(await floor.orderOf(user, body.id)).toMatchObject({ status: 'void', voidReason: 'too_few_ticks' })
  } finally {
    await floor.deps.settlement.stop()
  }
})

test('workers at once settle each order exactly once', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => floor.registerUser()))
  const bodies = users.map(() => floor.body())
  await Promise.all(users.map((one, index) => floor.place(one, bodies[index] ?? floor.body())))
  await floor.enter('100.0')
  await floor.expire('100.5')
  const others = Array.from({ length: 4 }, () =>
    createDeps({ config: floor.deps.config, database: floor.database, clock: floor.clock, log: createLog('silent') }),
  )
  await Promise.all(others.map((other) => other.market.refreshProducts()))
  const passes = await Promise.all([floor.settle(), ...others.map((other) => other.settlement.runOnce())])
  expect(passes.reduce((sum, pass) => sum + pass.closed, 0)).toBe(20)
})

test('an order that ended after its end was decided is not closed again', async () => {
  const user = await floor.registerUser()
  const body = floor.body()
  await floor.win(user, body)
  const closed = await floor.orderOf(user, body.id)
  const again = await floor.database.query(
    `select closed.number from trade_order placed, close_or_set_aside(array[(placed.number, placed.id, order_lost(),
       placed.exit_sequence, placed.exit_at_ms, placed.exit_price, null, null)::order_end], $2, placed.head_number) closed
      where placed.id = $1`,
    [body.id, floor.clock.now()],
  )
  expect(again).toEqual([])
  expect(await floor.database.query('select from order_set_aside')).toEqual([])
  expect(await floor.orderOf(user, body.id)).toEqual(closed)
})

test('one id, sent 20 times at once, is one order; another body is a conflict, and so is another user', async () => {
  const other = await floor.registerUser()
  const bodies = Array.from({ length: REPEATS }, () => floor.body({ stake: '1.00' }))
  const sendOften = async (body: (typeof bodies)[number]) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => floor.place(user, body)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  }
  // Two ids at once: the last of many more would wait too long for a connection on a busy machine.
  for (let start = 0; start < bodies.length; start += 2)
    await Promise.all(bodies.slice(start, start + 2).map(sendOften))
  expect(await floor.availableOf(user)).toBe(`${10_000 - REPEATS}.00`)
  const [first] = bodies
  const conflict = await floor.place(user, { ...(first ?? floor.body()), stake: '2.00' })
  expect(conflict.json()).toMatchObject({ code: 'order_id_conflict' })
  const taken = await floor.place(other, first ?? floor.body())
  expect(taken.json()).toMatchObject({ code: 'order_id_conflict' })
  expect(await floor.availableOf(other)).toBe('10000.00')
})

test('two orders on one balance: exactly one is accepted', async () => {
  for (let round = 0; round < 10; round++) {
    const one = await floor.registerUser()
    const answers = await Promise.all([
      floor.place(one, floor.body({ stake: '6000.00' })),
      floor.place(one, floor.body({ stake: '6000.00' })),
    ])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409])
    expect(await floor.availableOf(one)).toBe('4000.00')
  }
})

test('lists come in pages that join without a gap, and nobody sees the orders of another', async () => {
  const other = await floor.registerUser()
  const ids: string[] = []
  for (let index = 0; index < 5; index++) {
    const body = floor.body({ stake: '1.00' })
    await floor.place(user, body)
    ids.unshift(body.id)
  }
  const seen = await allPages<Order>(floor, user, '/orders?state=holding&limit=2')
  expect(seen.map(({ id }) => id)).toEqual(ids)
  const stranger = await floor.call(other, 'GET', `/orders/${ids[0]}`)
  expect(stranger.statusCode).toBe(404)
  const theirs = await floor.call(other, 'GET', '/orders?state=holding')
  expect(theirs.json()).toEqual({ items: [], nextCursor: null })
  const unknown = await floor.call(user, 'GET', `/orders/${newId()}`)
  expect(unknown.statusCode).toBe(404)
})
