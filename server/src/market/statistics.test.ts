import fc from 'fast-check'
import { DAY_MS, MINUTE_MS } from '../shared/time'
import { createStatistics, type StatisticsTick } from './statistics'

const START = Date.UTC(2026, 10, 20, 12, 0, 30)

interface Trade {
  /** After the trade before it. */
  waitedMs: number
  price: number
  size: number
}

const trades = fc.array(
  fc.record<Trade>({
    // From several in a minute to a market that was closed for more than two days.
    waitedMs: fc.oneof(fc.nat(MINUTE_MS), fc.nat(DAY_MS / 3), fc.nat(2.5 * DAY_MS)),
    price: fc.integer({ min: 1, max: 999 }),
    size: fc.nat(9),
  }),
  { minLength: 1, maxLength: 60 },
)

/** The same by its meaning: every trade of the 1,440 minutes that end with the one of `nowMs`. */
function reckon(ticks: readonly StatisticsTick[], nowMs: number) {
  const price = Number(ticks.at(-1)?.price)
  const minuteOf = (atMs: number) => Math.floor(atMs / MINUTE_MS)
  const own = ticks.filter(({ atMs }) => minuteOf(atMs) > minuteOf(nowMs - DAY_MS))
  const prices = own.map((tick) => Number(tick.price))
  const sum = (value: (tick: StatisticsTick) => number) =>
    own.reduce((total, tick) => total + value(tick), 0).toFixed(2)
  return {
    change24h: (price - (prices[0] ?? price)).toFixed(0),
    high24h: Math.max(price, ...prices).toFixed(0),
    low24h: Math.min(price, ...prices).toFixed(0),
    volume24h: sum((tick) => Number(tick.size)),
    amount24h: sum((tick) => Number(tick.size) * Number(tick.price)),
  }
}

test('after any trades the figures are those of the minutes of a day', () => {
  fc.assert(
    fc.property(trades, fc.nat(1.5 * DAY_MS), (made, restedMs) => {
      const figures = createStatistics({ symbol: 'TEST', decimals: 0, minutes: [] })
      let atMs = START
      const ticks = made.map(({ waitedMs, price, size }, index) => {
        atMs += waitedMs
        return { sequence: index + 1, atMs, price: String(price), size: String(size) }
      })
      for (const [index, tick] of ticks.entries()) {
        figures.add(tick)
        expect(figures.quote(tick.atMs)).toMatchObject(reckon(ticks.slice(0, index + 1), tick.atMs))
      }
      expect(figures.quote(atMs + restedMs)).toMatchObject(reckon(ticks, atMs + restedMs))
    }),
  )
})

test('a node that starts goes on from the minutes that are stored', () => {
  const stored = (openAtMs: number, price: string) => {
    const whole = { open: price, high: price, low: price, close: price, volume: 2, amount: 2 * Number(price) }
    return { productId: 1, openAtMs, ...whole }
  }
  const minuteMs = Math.floor(START / MINUTE_MS) * MINUTE_MS
  const minutes = [
    stored(minuteMs - DAY_MS - MINUTE_MS, '9'),
    stored(minuteMs - DAY_MS / 2, '40'),
    stored(minuteMs, '50'),
  ]
  const figures = createStatistics({ symbol: 'TEST', decimals: 0, minutes })
  expect(figures.quote(START)).toBeUndefined()
  figures.add({ sequence: 7, atMs: START, price: '30', size: '1' })
  expect(figures.quote(START)).toEqual({
    symbol: 'TEST',
    price: '30',
    sequence: 7,
    at: START,
    change24h: '-10',
    changeRate24hBp: -2_500,
    high24h: '50',
    low24h: '30',
    volume24h: '5.00',
    amount24h: '210.00',
  })
})
