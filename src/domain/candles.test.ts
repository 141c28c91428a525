import fc from 'fast-check'
import type { Candle } from '../../contract/market'
import { CANDLES_MAX, candleOpenAt, candlesOf, foldPrice, INTERVAL_MS, mergeCandles, type PricePoint } from './candles'

const MINUTE = 60_000
const candle = (openAt: number, close: string, over: Partial<Candle> = {}): Candle => ({
  openAt,
  open: close,
  high: close,
  low: close,
  close,
  volume: '0',
  ...over,
})

describe('candleOpenAt', () => {
  it('is the start of the interval, days in UTC', () => {
    const at = Date.UTC(2026, 10, 20, 14, 37, 31, 5)
    expect(candleOpenAt(at, '1m')).toBe(Date.UTC(2026, 10, 20, 14, 37))
    expect(candleOpenAt(at, '5m')).toBe(Date.UTC(2026, 10, 20, 14, 35))
    expect(candleOpenAt(at, '15m')).toBe(Date.UTC(2026, 10, 20, 14, 30))
    expect(candleOpenAt(at, '1h')).toBe(Date.UTC(2026, 10, 20, 14))
    expect(candleOpenAt(at, '1d')).toBe(Date.UTC(2026, 10, 20))
    expect(candleOpenAt(MINUTE, '1m')).toBe(MINUTE)
    expect(candleOpenAt(MINUTE - 1, '1m')).toBe(0)
  })
})

describe('foldPrice', () => {
  it('leaves the candles that it is given as they were, and those that did not change the same objects', () => {
    const start = [candle(0, '100'), candle(MINUTE, '101')]
    const candles = foldPrice(start, { price: '103.5', at: MINUTE + 1 }, '1m')
    expect(candles[0]).toBe(start[0])
    expect(start[1]?.close).toBe('101')
  })

  it('ignores a price from before the last candle, and one that changes nothing', () => {
    const candles = [candle(MINUTE, '100')]
    expect(foldPrice(candles, { price: '1', at: MINUTE - 1 }, '1m')).toBe(candles)
    expect(foldPrice(candles, { price: '100', at: MINUTE + 5 }, '1m')).toBe(candles)
  })

  it('makes from any ticks what a fold over numbers makes', () => {
    const ticks = fc.array(
      fc.record({ cents: fc.integer({ min: 1, max: 99_999 }), gapMs: fc.nat(90_000), size: fc.nat(999) }),
      { minLength: 1, maxLength: 60 },
    )
    fc.assert(
      fc.property(ticks, (steps) => {
        let at = 0
        let candles: readonly Candle[] = []
        const groups = new Map<number, { cents: number; size: number }[]>()
        for (const { cents, gapMs, size } of steps) {
          at += gapMs
          const point: PricePoint = { price: (cents / 100).toFixed(2), at, size: (size / 10).toFixed(1) }
          candles = foldPrice(candles, point, '1m')
          const openAt = at - (at % MINUTE)
          groups.set(openAt, [...(groups.get(openAt) ?? []), { cents, size }])
        }
        const expected = [...groups].map(([openAt, list]) => {
          const prices = list.map((tick) => tick.cents)
          return [openAt, prices[0], Math.max(...prices), Math.min(...prices), prices[prices.length - 1]]
        })
        const cents = (text: string) => Math.round(Number(text) * 100)
        expect(candles.map((c) => [c.openAt, cents(c.open), cents(c.high), cents(c.low), cents(c.close)])).toEqual(
          expected,
        )
        const volumes = [...groups.values()].map((list) => list.reduce((sum, tick) => sum + tick.size, 0))
        expect(candles.map((c) => Math.round(Number(c.volume) * 10))).toEqual(volumes)
      }),
    )
  })

  it('keeps a limit', () => {
    const full = Array.from({ length: CANDLES_MAX }, (_, i) => candle(i * MINUTE, '1'))
    const candles = foldPrice(full, { price: '2', at: CANDLES_MAX * MINUTE }, '1m')
    expect(candles).toHaveLength(CANDLES_MAX)
    expect(candles[0]?.openAt).toBe(MINUTE)
  })
})

describe('mergeCandles', () => {
  it('puts older pages in front, once each, in any order', () => {
    const page = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => candle((from + i) * INTERVAL_MS['1m'], '1'))
    const merged = mergeCandles(mergeCandles(page(10, 20), page(0, 12)), page(5, 25))
    expect(merged.map((c) => c.openAt / MINUTE)).toEqual(Array.from({ length: 25 }, (_, i) => i))
  })

  it('lets the server correct closed candles and keeps the live end', () => {
    const live = [candle(0, '5'), candle(MINUTE, '8', { high: '9', low: '7' })]
    const page = [candle(0, '6', { volume: '3' }), candle(MINUTE, '7.5', { high: '8.5', low: '6.5', volume: '4' })]
    expect(mergeCandles(live, page)).toEqual([
      page[0],
      candle(MINUTE, '8', { open: '7.5', high: '9', low: '6.5', volume: '4' }),
    ])
  })

  it('keeps what did not change as the same objects', () => {
    const known = [candle(0, '5'), candle(MINUTE, '6')]
    expect(mergeCandles(known, [candle(0, '5')])[0]).toBe(known[0])
    expect(mergeCandles([], known)).toEqual(known)
    expect(mergeCandles(known, [])).toEqual(known)
  })
})

test('prices become candles of seconds, each with its open, range and close', () => {
  const points = [
    { at: 10_000, text: '5.0' },
    { at: 12_000, text: '7.0' },
    { at: 14_999, text: '6.0' },
    { at: 21_000, text: '4.0' },
  ]
  expect(candlesOf(points, '5s')).toEqual([
    { openAt: 10_000, open: '5.0', high: '7.0', low: '5.0', close: '6.0', volume: '0' },
    { openAt: 20_000, open: '4.0', high: '4.0', low: '4.0', close: '4.0', volume: '0' },
  ])
})
