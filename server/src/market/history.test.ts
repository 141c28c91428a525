import fc from 'fast-check'
import { createTestDatabase, type TestDatabase } from '../../test/database'
import { SHORT_PAST } from '../../test/shortPast'
import { TestClock } from '../../test/testClock'
import { createBus } from '../shared/bus'
import { createLog } from '../shared/log'
import { createMetrics } from '../shared/metrics'
import { DAY_MS, MINUTE_MS } from '../shared/time'
import type { SimulatedPast } from './backfill'
import { foldTicks, INTERVAL_MS, listCandles, loadMinutes } from './candles'
import { readFeedSettings } from './feeds/settings'
import { createMarket } from './market'
import { createStatistics } from './statistics'
import { appendTicks, loadHeads, readTicks } from './tickLog'

const START = Date.UTC(2026, 10, 20, 12, 0, 30)

let own: TestDatabase
beforeEach(async () => {
  own = await createTestDatabase()
})
afterEach(() => own.drop())

function createOwnMarket(clock: TestClock, past?: SimulatedPast) {
  const bus = createBus((error) => {
    throw error
  })
  const config = { currency: { code: 'USD', scale: 2 }, feed: 'simulated', feeds: readFeedSettings({}, 'demo') }
  const market = createMarket({
    config,
    clock,
    bus,
    database: own.database,
    log: createLog('silent'),
    metrics: createMetrics(),
    ...(past && { past }),
  })
  return market
}

/** Candles that contradict the finer ones they consist of; there are none. */
const contradictions = (fine: string, coarse: string) =>
  own.database.query(
    `select coarse.product_id, coarse.open_at_ms from candle coarse
       join lateral (
         select (array_agg(fine.open order by fine.open_at_ms))[1] as open, max(fine.high) as high, min(fine.low) as low,
                (array_agg(fine.close order by fine.open_at_ms desc))[1] as close, sum(fine.volume) as volume
           from candle fine where fine.product_id = coarse.product_id and fine.interval = $1
            and fine.open_at_ms >= coarse.open_at_ms and fine.open_at_ms < coarse.open_at_ms + $3) summed
         on summed.open is not null
      where coarse.interval = $2
        and (coarse.open, coarse.high, coarse.low, coarse.close, coarse.volume)
            is distinct from (summed.open, summed.high, summed.low, summed.close, summed.volume)`,
    [fine, coarse, INTERVAL_MS[coarse as keyof typeof INTERVAL_MS]],
  )

async function expectOneHistory() {
  for (const [fine, coarse] of [
    ['1m', '5m'],
    ['1m', '15m'],
    ['1m', '1h'],
    ['1h', '1d'],
  ] as const) {
    expect([fine, coarse, await contradictions(fine, coarse)]).toEqual([fine, coarse, []])
  }
  const torn = await own.database.query(
    'select * from candle where high < greatest(open, close) or low > least(open, close) or volume < 0',
  )
  expect(torn).toEqual([])
}

test('the first start has full charts that agree with each other and end where prices begin', async () => {
  const market = createOwnMarket(new TestClock(START))
  await market.start()
  await market.stop()
  await expectOneHistory()
  const bitcoin = market.productBySymbol('BTCUSDT')
  const candles = (interval: '1m' | '1h' | '4h' | '1d') =>
    listCandles(own.database, bitcoin?.id ?? 0, interval, START, 1_000).then((items) => items.length)
  expect(await candles('1m')).toBe(1_000)
  expect(await candles('1h')).toBe(1_000)
  expect(await candles('4h')).toBeGreaterThan(500)
  expect(await candles('1d')).toBeGreaterThan(400)
  expect(market.quote('BTCUSDT')).toMatchObject({ price: '68412.5', sequence: 0 })
  expect(Number(market.quote('BTCUSDT')?.volume24h)).toBeGreaterThan(1_000)
  expect(market.quote('BTCUSDT')?.change24h).not.toBe('0.0')
})

test('a market that has been closed for the weekend shows its last price and its last days', async () => {
  const clock = new TestClock(Date.UTC(2026, 10, 22, 12))
  const market = createOwnMarket(clock)
  await market.start()
  await market.stop()
  expect(market.quote('HSI')).toMatchObject({ price: '18207.1', change24h: '0.0', volume24h: '0.00' })
  const id = market.productBySymbol('HSI')?.id ?? 0
  const candles = (interval: '1m' | '5m' | '15m' | '1h') => listCandles(own.database, id, interval, clock.now(), 1_000)
  const minutes = await candles('1m')
  expect(minutes.length).toBeGreaterThan(100)
  // Friday's session, up to its close at 08:00 UTC.
  expect(minutes.at(-1)).toMatchObject({ close: '18207.1', openAt: Date.UTC(2026, 10, 20, 7, 59) })
  for (const interval of ['5m', '15m', '1h'] as const) expect((await candles(interval)).length).toBeGreaterThan(100)
})

test('a restart knows the same figures, goes on numbering, and fills the hole in the charts only', async () => {
  const clock = new TestClock(START)
  const first = createOwnMarket(clock, SHORT_PAST)
  await first.start()
  await clock.advance(95_000)
  await first.flush()
  const before = first.quote('BTCUSDT')
  await first.stop()
  const again = createOwnMarket(clock, SHORT_PAST)
  await again.start()
  await again.stop()
  expect(again.quote('BTCUSDT')).toEqual(before)

  await clock.advance(20 * MINUTE_MS)
  const later = createOwnMarket(clock, SHORT_PAST)
  const logged = await own.database.query('select count(*) as count from tick')
  await later.start()
  expect(await own.database.query('select count(*) as count from tick')).toEqual(logged)
  const bitcoin = later.productBySymbol('BTCUSDT')
  const minutes = await listCandles(own.database, bitcoin?.id ?? 0, '1m', clock.now(), 30)
  const gaps = minutes.slice(1).filter((candle, index) => candle.openAt - (minutes[index]?.openAt ?? 0) !== MINUTE_MS)
  expect(gaps).toEqual([])
  await clock.advance(5_000)
  await later.flush()
  expect(later.quote('BTCUSDT')?.sequence).toBeGreaterThan(before?.sequence ?? 0)
  await later.stop()
  await foldTicks(own.database, START)
  await expectOneHistory()
  const ticks = await readTicks(own.database, bitcoin?.id ?? 0, 0, 1_000)
  expect(ticks.map((tick) => tick.sequence)).toEqual(ticks.map((_tick, index) => index + 1))
})

test('a month later, next to a product that is new, all charts agree and those of others stay', async () => {
  const first = createOwnMarket(new TestClock(START))
  await first.start()
  await first.stop()
  const idOf = (symbol: string) => first.productBySymbol(symbol)?.id ?? 0
  await own.database.query('delete from candle where product_id = $1', [idOf('ETHUSDT')])
  const past = () =>
    own.database.query(
      `select interval, count(*) as count, sum(close) as sum from candle
        where product_id = $1 and open_at_ms < $2 group by interval order by interval`,
      [idOf('BTCUSDT'), START - DAY_MS],
    )
  const before = await past()
  const clock = new TestClock(START + 30 * DAY_MS)
  const later = createOwnMarket(clock)
  await later.start()
  await later.stop()
  expect(await past()).toEqual(before)
  for (const symbol of ['BTCUSDT', 'ETHUSDT'])
    expect(await listCandles(own.database, idOf(symbol), '1m', clock.now(), 1_000)).toHaveLength(1_000)
  await expectOneHistory()
})

test('an order is taken on a price of now: not on an old one, nor on one from a clock put back', async () => {
  const clock = new TestClock(START)
  const market = createOwnMarket(clock, SHORT_PAST)
  await market.start()
  await clock.advance(3_000)
  await market.flush()
  await market.stop()
  const bitcoin = market.productBySymbol('BTCUSDT')
  if (!bitcoin) throw new Error('no product')
  const { at } = market.quote('BTCUSDT') ?? { at: 0 }
  expect(market.isFresh(bitcoin, at)).toBe(true)
  expect(market.isFresh(bitcoin, at + 5_000)).toBe(true)
  expect(market.isFresh(bitcoin, at + 5_001)).toBe(false)
  expect(market.isFresh(bitcoin, at - 3_600_000)).toBe(false)
})

test('folding ticks, at once or again and again, gives what the ticks say', async () => {
  await createOwnMarket(new TestClock(START)).refreshProducts()
  await own.database.query(
    `insert into product (symbol, code, names, category, decimals, position, calendar, stake_min, stake_max,
                          stake_presets, source)
       values ('TEST', 'TEST', '{}', 'fx', 2, 1, '{}', 1, 2, '{}', 'simulated')`,
  )
  const [head] = await loadHeads(own.database)
  const id = head?.productId ?? 0
  let fromMs = Math.floor(START / DAY_MS) * DAY_MS
  const step = fc.record({ wait: fc.integer({ min: 0, max: 900_000 }), price: fc.integer({ min: 1, max: 99_999 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 59 }),
      async (steps, cut) => {
        fromMs += 3 * DAY_MS
        let atMs = fromMs
        const ticks = steps.map(({ wait, price }) => {
          atMs += wait
          return { productId: id, atMs, price: (price / 100).toFixed(2), size: '0.5', sourceAtMs: atMs }
        })
        // In two parts, folded in between: the second fold must complete what the first began.
        const parts = [ticks.slice(0, cut), ticks.slice(cut)]
        for (const part of parts) {
          const last = part.at(-1)
          const first = part[0]
          if (!last || !first) continue
          await appendTicks(own.database, [id], first.atMs - 1, 'simulated', part)
          await foldTicks(own.database, first.atMs)
        }
        for (const interval of ['1m', '5m', '15m', '1h', '4h', '1d'] as const) {
          const size = INTERVAL_MS[interval]
          const buckets = Map.groupBy(ticks, (tick) => Math.floor(tick.atMs / size) * size)
          const expected = [...buckets].map(([openAt, group]) => {
            const prices = group.map((tick) => Number(tick.price))
            return {
              openAt,
              open: prices[0],
              high: Math.max(...prices),
              low: Math.min(...prices),
              close: prices.at(-1),
              volume: group.length / 2,
            }
          })
          const stored = await listCandles(own.database, id, interval, atMs + 1, 1_000)
          const found = stored
            .filter((candle) => candle.openAt >= fromMs)
            .map(({ openAt, ...rest }) => ({
              openAt,
              open: Number(rest.open),
              high: Number(rest.high),
              low: Number(rest.low),
              close: Number(rest.close),
              volume: Number(rest.volume),
            }))
          expect(found).toEqual(expected)
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('the figures of 24 hours roll: what is older than a day no longer counts', async () => {
  const tick = (sequence: number, atMs: number, price: string) => ({ sequence, atMs, price, size: '2' })
  const figures = createStatistics({ symbol: 'TEST', decimals: 2, minutes: [] })
  expect(figures.quote(START)).toBeUndefined()
  figures.add(tick(1, START, '100.00'))
  figures.add(tick(2, START + MINUTE_MS, '150.00'))
  figures.add(tick(3, START + DAY_MS / 2, '90.00'))
  expect(figures.quote(START + DAY_MS / 2)).toEqual({
    symbol: 'TEST',
    price: '90.00',
    sequence: 3,
    at: START + DAY_MS / 2,
    change24h: '-10.00',
    changeRate24hBp: -1_000,
    high24h: '150.00',
    low24h: '90.00',
    volume24h: '6.00',
    amount24h: '680.00',
  })
  figures.add(tick(4, START + DAY_MS + 10 * MINUTE_MS, '95.00'))
  expect(figures.quote(START + DAY_MS + 10 * MINUTE_MS)).toMatchObject({
    change24h: '5.00',
    high24h: '95.00',
    low24h: '90.00',
    volume24h: '4.00',
  })
  expect(await loadMinutes(own.database, 0)).toEqual([])
})
