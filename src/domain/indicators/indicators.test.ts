import fc from 'fast-check'
import { bollingerBands } from './bollinger'
import { type BarLines, kdj } from './kdj'
import type { Line } from './line'
import { macd } from './macd'
import { exponentialAverage, movingAverage } from './movingAverage'
import { relativeStrength } from './rsi'
import { parseOverlays, parsePane } from './studies'

/** The line's values once it has begun, rounded. */
const begun = (line: Line, digits = 2) =>
  line.filter((value) => !Number.isNaN(value)).map((v) => Number(v.toFixed(digits)))

/** Every published value, within half of its last digit and what rounding of its inputs adds. */
function expectClose(line: Line, expected: readonly number[], within: number) {
  const values = line.filter((value) => !Number.isNaN(value)).slice(0, expected.length)
  expect(values).toHaveLength(expected.length)
  for (const [i, value] of values.entries()) {
    expect(Math.abs(value - (expected[i] ?? 0))).toBeLessThanOrEqual(within)
  }
}

describe('published series', () => {
  test('RSI', () => {
    // StockCharts ChartSchool, "Relative Strength Index": QQQQ, 14 days; Wilder's smoothing.
    const closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328,
      45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515, 45.7835,
      45.3548, 44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314,
    ]
    expect(begun(relativeStrength(closes, 14).value)).toEqual([
      70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99, 41.46, 41.87, 45.46,
      37.3, 33.08, 37.77,
    ])
  })

  test('MACD', () => {
    // Investexcel.net, "How to calculate MACD in Excel": Apple from 19 February 2013 on, 12, 26 and 9 days.
    const closes = [
      459.99, 448.85, 446.06, 450.81, 442.8, 448.97, 444.57, 441.4, 430.47, 420.05, 431.14, 425.66, 430.58, 431.72,
      437.87, 428.43, 428.35, 432.5, 443.66, 455.72, 454.49, 452.08, 452.73, 461.91, 463.58, 461.14, 452.08, 442.66,
      428.91, 429.79, 431.99, 427.72, 423.2, 426.21, 426.98, 435.69, 434.33, 429.8, 419.85, 426.24, 402.8, 392.05,
      390.53, 398.67, 406.13, 405.46, 408.38, 417.2, 430.12, 442.78, 439.29, 445.52, 449.98, 460.71, 458.66, 463.84,
      456.77, 452.97, 454.74, 443.86, 428.85, 434.58, 433.26, 442.93, 439.66, 441.35,
    ]
    const { dif, dea, histogram } = macd(closes, 12, 26, 9)
    expect(begun(dif, 6).slice(0, 9)).toEqual([
      8.27527, 7.703378, 6.416075, 4.23752, 2.552583, 1.378886, 0.102981, -1.258402, -2.070558,
    ])
    expect(begun(dif, 6).at(-1)).toBe(2.762561)
    expect(begun(dea, 6).slice(0, 5)).toEqual([3.037526, 1.905652, 1.058708, 0.41064, -0.152013])
    expect(begun(dea, 6).at(-1)).toBe(3.960601)
    expect(begun(histogram, 6)[0]).toBe(-5.108084)
  })

  test('the raw value of KDJ', () => {
    // StockCharts ChartSchool, "Stochastic Oscillator": 14 days. Without smoothing, K is that %K.
    const high = [
      127.009, 127.616, 126.591, 127.347, 128.173, 128.432, 127.367, 126.422, 126.9, 126.85, 125.646, 125.716, 127.158,
      127.715, 127.686, 128.223, 128.273, 128.093, 128.273, 127.735, 128.77, 129.287, 130.063, 129.118,
    ]
    const low = [
      125.357, 126.163, 124.93, 126.094, 126.82, 126.482, 126.034, 124.83, 126.392, 125.716, 124.562, 124.572, 125.069,
      126.86, 126.631, 126.8, 126.711, 126.8, 126.134, 125.925, 126.989, 127.815, 128.472, 128.064,
    ]
    const last = [127.288, 127.178, 128.014, 127.109, 127.725, 127.059, 127.327, 128.71, 127.875, 128.581, 128.601]
    const close = [...low.slice(0, 13), ...last]
    const published = [70.44, 67.61, 89.2, 65.81, 81.75, 64.52, 74.53, 98.58, 70.1, 73.06, 73.42]
    expectClose(kdj({ high, low, close }, 14, 1, 1).k, published, 0.06)
  })
})

/** The same again, written for reading only: each value from the whole series up to it. */
const plain = {
  mean: (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length,
  ma: (values: readonly number[], period: number) =>
    values.length < period ? Number.NaN : plain.mean(values.slice(-period)),
  ema(values: readonly number[], period: number): number {
    if (values.length < period) return Number.NaN
    if (values.length === period) return plain.mean(values)
    const share = 2 / (period + 1)
    return (values.at(-1) ?? 0) * share + plain.ema(values.slice(0, -1), period) * (1 - share)
  },
  boll(values: readonly number[], period: number): [number, number] {
    const window = values.slice(-period)
    if (window.length < period) return [Number.NaN, Number.NaN]
    const mean = plain.mean(window)
    const deviation = Math.sqrt(plain.mean(window.map((value) => value * value)) - mean * mean || 0)
    return [mean - 2 * deviation, mean + 2 * deviation]
  },
  rsi(values: readonly number[], period: number): number {
    if (values.length <= period) return Number.NaN
    const steps = values.slice(1).map((value, i) => value - (values[i] ?? 0))
    const wilder = (of: (step: number) => number) =>
      steps
        .slice(period)
        .reduce(
          (average, step) => (average * (period - 1) + of(step)) / period,
          plain.mean(steps.slice(0, period).map(of)),
        )
    const up = wilder((step) => Math.max(step, 0))
    const down = wilder((step) => Math.max(-step, 0))
    return up === 0 && down === 0 ? 50 : 100 - 100 / (1 + up / down)
  },
  kdj({ high, low, close }: BarLines, period: number): [number, number, number] {
    let [k, d] = [50, 50]
    if (close.length < period) return [Number.NaN, Number.NaN, Number.NaN]
    for (let end = period; end <= close.length; end++) {
      const top = Math.max(...high.slice(end - period, end))
      const bottom = Math.min(...low.slice(end - period, end))
      const raw = top === bottom ? 50 : (((close[end - 1] ?? 0) - bottom) / (top - bottom)) * 100
      k = (2 / 3) * k + (1 / 3) * raw
      d = (2 / 3) * d + (1 / 3) * k
    }
    return [k, d, 3 * k - 2 * d]
  },
}

const prices = fc.array(
  fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 100),
  { maxLength: 60 },
)
const bars = fc
  .array(
    fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 })),
    {
      maxLength: 40,
    },
  )
  .map(
    (all): BarLines => ({
      low: all.map(([low]) => low),
      high: all.map(([low, range]) => low + range),
      close: all.map(([low, range, at]) => low + Math.min(range, at)),
    }),
  )
const upTo = <T>(values: readonly T[], i: number) => values.slice(0, i + 1)

function expectSame(line: Line, count: number, plainAt: (i: number) => number, within = 1e-6) {
  expect(line).toHaveLength(count)
  line.forEach((value, i) => {
    const other = plainAt(i)
    if (Number.isNaN(other)) expect(value).toBeNaN()
    else expect(Math.abs(value - other)).toBeLessThanOrEqual(within * Math.max(1, Math.abs(other)))
  })
}

describe('a second, plain implementation agrees', () => {
  const periods = fc.integer({ min: 1, max: 12 })

  test('on averages and bands', () => {
    fc.assert(
      fc.property(prices, periods, (values, period) => {
        const count = values.length
        expectSame(movingAverage(values, period), count, (i) => plain.ma(upTo(values, i), period))
        expectSame(exponentialAverage(values, period), count, (i) => plain.ema(upTo(values, i), period))
        const { middle, upper, lower } = bollingerBands(values, period, 2)
        expectSame(middle, count, (i) => plain.ma(upTo(values, i), period))
        // The plain deviation loses digits when prices hardly differ.
        expectSame(lower, count, (i) => plain.boll(upTo(values, i), period)[0], 1e-3)
        expectSame(upper, count, (i) => plain.boll(upTo(values, i), period)[1], 1e-3)
      }),
    )
  })

  test('on MACD', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), (values, fast, more) => {
        const slow = fast + more
        const difOf = (i: number) => plain.ema(upTo(values, i), fast) - plain.ema(upTo(values, i), slow)
        const difs = values.map((_, i) => difOf(i)).slice(slow - 1)
        const deaOf = (i: number) => plain.ema(difs.slice(0, Math.max(0, i - slow + 2)), 3)
        const { dif, dea, histogram } = macd(values, fast, slow, 3)
        expectSame(dif, values.length, difOf)
        expectSame(dea, values.length, deaOf)
        expectSame(histogram, values.length, (i) => difOf(i) - deaOf(i))
      }),
    )
  })

  test('on KDJ and RSI', () => {
    fc.assert(
      fc.property(bars, prices, periods, (lines, values, period) => {
        const { k, d, j } = kdj(lines, period, 3, 3)
        const at = (i: number) =>
          plain.kdj({ high: upTo(lines.high, i), low: upTo(lines.low, i), close: upTo(lines.close, i) }, period)
        expectSame(k, lines.close.length, (i) => at(i)[0])
        expectSame(d, lines.close.length, (i) => at(i)[1])
        expectSame(j, lines.close.length, (i) => at(i)[2])
        expectSame(relativeStrength(values, period).value, values.length, (i) => plain.rsi(upTo(values, i), period))
      }),
    )
  })
})

describe('a tick', () => {
  test('gives what computing everything anew gives, whatever was known before', () => {
    fc.assert(
      fc.property(prices, prices, fc.integer({ min: 0, max: 60 }), (before, after, shared) => {
        const from = Math.min(shared, before.length)
        const now = [...before.slice(0, from), ...after]
        const lines = (close: readonly number[]): BarLines => ({
          close,
          high: close.map((price) => price + 1),
          low: close.map((price) => price - 1),
        })
        const both = <R>(compute: (values: readonly number[], known?: R, from?: number) => R) =>
          expect(compute(now, compute(before), from)).toEqual(compute(now))
        both<Line>((values, known, start) => movingAverage(values, 7, known, start))
        both<Line>((values, known, start) => exponentialAverage(values, 7, known, start))
        both<ReturnType<typeof bollingerBands>>((values, known, start) => bollingerBands(values, 7, 2, known, start))
        both<ReturnType<typeof macd>>((values, known, start) => macd(values, 3, 6, 4, known, start))
        both<ReturnType<typeof kdj>>((values, known, start) => kdj(lines(values), 5, 3, 3, known, start))
        both<ReturnType<typeof relativeStrength>>((values, known, start) => relativeStrength(values, 6, known, start))
      }),
    )
  })

  test('leaves what lies before it alone', () => {
    const known = exponentialAverage([1, 2, 3, 4], 2)
    expect(exponentialAverage([Number.NaN, Number.NaN, 3, 9], 2, known, 3).slice(0, 3)).toEqual(known.slice(0, 3))
  })
})

describe('edges', () => {
  test('what is no period is refused', () => {
    for (const period of [0, -1, 1.5, Number.NaN]) {
      expect(() => movingAverage([1], period)).toThrow(RangeError)
      expect(() => exponentialAverage([1], period)).toThrow(RangeError)
      expect(() => bollingerBands([1], period, 2)).toThrow(RangeError)
      expect(() => kdj({ high: [1], low: [1], close: [1] }, period, 3, 3)).toThrow(RangeError)
      expect(() => relativeStrength([1], period)).toThrow(RangeError)
    }
  })

  test('prices that do not move say nothing', () => {
    const flat = Array.from({ length: 20 }, () => 7)
    expect(relativeStrength(flat, 14).value.at(-1)).toBe(50)
    expect(kdj({ high: flat, low: flat, close: flat }, 9, 3, 3).j.at(-1)).toBe(50)
    expect(bollingerBands(flat, 20, 2).upper.at(-1)).toBe(7)
  })

  test('a stored choice is one of ours or none', () => {
    expect(parseOverlays(['boll', 'x', 'ma', 7])).toEqual(['ma', 'boll'])
    expect(parseOverlays([])).toEqual([])
    expect(parseOverlays('ma')).toBeUndefined()
    expect([parsePane('kdj'), parsePane('ma'), parsePane(null)]).toEqual(['kdj', undefined, undefined])
  })
})
