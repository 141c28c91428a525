import fc from 'fast-check'
import { createTestDatabase, type TestDatabase } from '../../test/database'
import { DAY_MS } from '../shared/time'
import { INTERVAL_MS, listCandles, pruneCandles } from './candles'

const FOUR_HOURS = INTERVAL_MS['4h']
const HOUR = INTERVAL_MS['1h']
const NOW = Date.UTC(2026, 10, 20, 14, 2)

let own: TestDatabase
let productId: number
beforeAll(async () => {
  own = await createTestDatabase()
  const row = await own.database.first<{ id: number }>(
    `insert into product (symbol, code, names, category, decimals, position, calendar, stake_min, stake_max,
                          stake_presets, source)
       values ('TEST', 'TEST', '{}', 'fx', 2, 1, '{}', 1, 2, '{}', 'simulated') returning id`,
  )
  productId = row?.id ?? 0
})
afterAll(() => own.drop())
beforeEach(() => own.database.query('delete from candle'))

interface Hour {
  openAt: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

const store = (hours: readonly Hour[]) =>
  own.database.query(
    `insert into candle (product_id, interval, open_at_ms, open, high, low, close, volume, amount)
       select $1, '1h', given.at, given.open, given.high, given.low, given.close, given.volume, 0
         from unnest($2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[])
                as given (at, open, high, low, close, volume)`,
    [
      productId,
      hours.map(({ openAt }) => openAt),
      ...(['open', 'high', 'low', 'close', 'volume'] as const).map((name) => hours.map((hour) => hour[name])),
    ],
  )

const hourOf = (openAt: number, price: number, volume = 1): Hour => ({
  openAt,
  open: price,
  high: price + 3,
  low: price - 2,
  close: price + 1,
  volume,
})

const fourHours = async (beforeMs: number, limit: number) =>
  (await listCandles(own.database, productId, '4h', beforeMs, limit)).map(({ openAt, ...figures }) => ({
    openAt,
    open: Number(figures.open),
    high: Number(figures.high),
    low: Number(figures.low),
    close: Number(figures.close),
    volume: Number(figures.volume),
  }))

/** The same again, plainly: every candle of all hours, then the newest of those that opened before. */
function expectedOf(hours: readonly Hour[], beforeMs: number, limit: number): Hour[] {
  const buckets = Map.groupBy(hours, ({ openAt }) => Math.floor(openAt / FOUR_HOURS) * FOUR_HOURS)
  return [...buckets]
    .filter(([openAt]) => openAt < beforeMs)
    .sort(([a], [b]) => a - b)
    .slice(-limit)
    .map(([openAt, group]) => ({
      openAt,
      open: group[0]?.open ?? 0,
      high: Math.max(...group.map(({ high }) => high)),
      low: Math.min(...group.map(({ low }) => low)),
      close: group.at(-1)?.close ?? 0,
      volume: group.reduce((sum, { volume }) => sum + volume, 0),
    }))
}

test('four hours are what their hours say, also where the market was closed in between', async () => {
  const series = fc.array(
    fc.record({ gap: fc.integer({ min: 1, max: 9 }), price: fc.integer({ min: 10, max: 999 }) }),
    {
      maxLength: 40,
    },
  )
  await fc.assert(
    fc.asyncProperty(
      series,
      fc.integer({ min: -3, max: 200 }),
      fc.integer({ min: 1, max: 12 }),
      async (steps, back, limit) => {
        await own.database.query('delete from candle')
        let openAt = Math.floor(NOW / HOUR) * HOUR - 200 * HOUR
        const hours = steps.map(({ gap, price }) => {
          openAt += gap * HOUR
          return hourOf(openAt, price, gap)
        })
        await store(hours)
        const beforeMs = NOW - back * HOUR
        expect(await fourHours(beforeMs, limit)).toEqual(expectedOf(hours, beforeMs, limit))
      },
    ),
    { numRuns: 60 },
  )
})

test('a page that ends inside a candle has the whole candle, and the next page goes on before it', async () => {
  const first = Math.floor(NOW / DAY_MS) * DAY_MS
  const hours = Array.from({ length: 14 }, (_, i) => hourOf(first + i * HOUR, 100 + i))
  await store(hours)
  const page = await fourHours(first + 9 * HOUR, 1)
  expect(page).toEqual([{ openAt: first + 8 * HOUR, open: 108, high: 114, low: 106, close: 112, volume: 4 }])
  expect(await fourHours(page[0]?.openAt ?? 0, 5)).toEqual(expectedOf(hours.slice(0, 8), first + 8 * HOUR, 5))
})

test('what is pruned goes by whole days, so that no candle of four hours keeps half of its own', async () => {
  const cut = Math.floor((NOW - 730 * DAY_MS) / DAY_MS) * DAY_MS
  await store(Array.from({ length: 48 }, (_, i) => hourOf(cut - DAY_MS + i * HOUR, 100 + i)))
  await pruneCandles(own.database, NOW)
  const left = await fourHours(NOW, 100)
  expect(left.map(({ openAt, volume }) => [openAt, volume])).toEqual(
    Array.from({ length: 6 }, (_, i) => [cut + i * FOUR_HOURS, 4]),
  )
})
