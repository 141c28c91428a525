import { createTestDatabase } from '../../../test/database'
import { TestClock } from '../../../test/testClock'
import { createLeaseRow } from '../../cluster/leaseRow'
import { present } from '../../shared/assert'
import { MINUTE_MS } from '../../shared/time'
import { DEMO_PRODUCTS } from '../demoProducts'
import { hourHash, openHours } from './hours'
import { lastPrice, pricePath } from './path'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const HOUR = 60 * MINUTE_MS
const products = DEMO_PRODUCTS.map((product) => ({ ...product, lastPrice: '100.00' }))

let house: Awaited<ReturnType<typeof createTestDatabase>>
beforeEach(async () => {
  house = await createTestDatabase()
})
afterEach(() => house.drop())

/** A node that writes prices from now on. */
async function leader(clock: TestClock, holder: string, of = products) {
  const { database } = house
  const token = await createLeaseRow(database, { name: 'feed', holder, ttlMs: 60_000 }).take(true)
  const fence = { name: 'feed' as const, token: present(token, 'it leads') }
  return openHours({ database, clock, fence, products: of, hourMs: HOUR })
}

async function entries(): Promise<string[][]> {
  const rows = await house.database.query<{ entry: string }>(
    "select entry from feed_event where kind in ('sealed', 'revealed') order by leaf",
  )
  return rows.map(({ entry }) => entry.split('|').slice(2))
}

const ticksOf = (hours: Awaited<ReturnType<typeof openHours>>, symbol: string, atMs: number) => {
  const hour = present(hours.at(symbol, atMs), 'there is an hour')
  const start = present(
    hour.plan.find((each) => each.symbol === symbol),
    'it has the product',
  )
  return { hour, start, ticks: [...pricePath(hour, start)] }
}

test('an hour is sealed before it begins, goes on from the one before, and its seed is public when it is over', async () => {
  const clock = new TestClock(NOON + 10 * MINUTE_MS)
  const hours = await leader(clock, 'one')
  const first = ticksOf(hours, 'BTCUSDT', clock.now())
  expect(await entries()).toEqual([
    [String(clock.now()), 'sealed', '-', String(clock.now()), String(NOON + HOUR), hourHash(first.hour)],
  ])
  expect(JSON.stringify(await entries())).not.toContain(first.hour.seed)
  await clock.advance(41 * MINUTE_MS)
  await hours.tend()
  const next = ticksOf(hours, 'BTCUSDT', NOON + HOUR)
  expect((await entries())[1]).toEqual([
    String(clock.now()),
    'sealed',
    '-',
    String(NOON + HOUR),
    String(NOON + 2 * HOUR),
    hourHash(next.hour),
  ])
  expect(next.hour.seed).not.toBe(first.hour.seed)
  expect(next.start.price).toBe(lastPrice(first.hour, first.start))
  expect(next.start.price).toBe(first.ticks.at(-1)?.price)
  await clock.advance(9 * MINUTE_MS + 10_000)
  await hours.tend()
  const revealed = (await entries())[2] ?? []
  expect(revealed.slice(1, 6)).toEqual([
    'revealed',
    '-',
    String(NOON + 10 * MINUTE_MS),
    String(NOON + HOUR),
    first.hour.seed,
  ])
  expect(await house.database.query('select seed from simulated_hour')).toEqual([{ seed: next.hour.seed }])
})

test('another node, and one that starts again, go the same way on; one that has lost the lead fixes nothing', async () => {
  const clock = new TestClock(NOON + 55 * MINUTE_MS)
  const first = await leader(clock, 'one')
  const next = ticksOf(first, 'XAUUSD', NOON + HOUR)
  await clock.advance(2 * MINUTE_MS)
  const other = await leader(clock, 'two')
  expect(ticksOf(other, 'XAUUSD', clock.now()).ticks).toEqual(ticksOf(first, 'XAUUSD', clock.now()).ticks)
  expect(ticksOf(other, 'XAUUSD', NOON + HOUR)).toEqual(next)
  await clock.advance(HOUR)
  await expect(first.tend()).rejects.toMatchObject({ code: 'FT001' })
  await other.tend()
  expect((await entries()).map(([, kind]) => kind)).toEqual(['sealed', 'sealed', 'revealed', 'sealed'])
})

test('a product that is added has a seed of its own for the rest of the hour', async () => {
  const clock = new TestClock(NOON)
  const some = products.slice(0, 2)
  const before = await leader(clock, 'one', some)
  await clock.advance(20 * MINUTE_MS)
  const after = await leader(clock, 'one', products.slice(0, 3))
  const [known, added] = [present(products[0], 'one').symbol, present(products[2], 'three').symbol]
  expect(after.at(known, clock.now())).toEqual(before.at(known, clock.now()))
  expect(before.at(added, clock.now())).toBeUndefined()
  expect(after.at(added, clock.now())).toMatchObject({ fromMs: clock.now(), untilMs: NOON + HOUR })
})

test('an hour in which nobody ran is over unseen, and prices go on from the last one that was seen', async () => {
  const clock = new TestClock(NOON)
  await leader(clock, 'one')
  await clock.advance(5 * HOUR)
  const later = await leader(
    clock,
    'one',
    products.map((product) => ({ ...product, lastPrice: '123.00' })),
  )
  expect((await entries()).map(([, kind]) => kind)).toEqual(['sealed', 'revealed', 'sealed'])
  expect(ticksOf(later, 'BTCUSDT', clock.now()).start.price).toBe('123.00')
})
