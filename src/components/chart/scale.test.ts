import fc from 'fast-check'
import { createPriceScale, niceTicks, timeStepMs } from './scale'

describe('createPriceScale', () => {
  it('puts the low at the bottom and the high at the top, and back', () => {
    const scale = createPriceScale(100, 200, 20, 220)
    expect(scale.yOf(100)).toBe(220)
    expect(scale.yOf(200)).toBe(20)
    expect(scale.yOf(150)).toBe(120)
    expect(scale.priceAt(120)).toBe(150)
  })

  it('has room when nothing moved', () => {
    for (const price of [0, 5, 68412.5]) {
      const scale = createPriceScale(price, price, 0, 100)
      expect(scale.yOf(price)).toBeCloseTo(50)
    }
  })
})

describe('niceTicks', () => {
  it('are round', () => {
    expect(niceTicks(66_710.3, 69_020, 4)).toEqual([67_000, 68_000, 69_000])
    expect(niceTicks(0.1, 0.5, 4)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5])
    expect(niceTicks(81.2, 81.3, 4, 0.01)).toEqual([81.2, 81.25, 81.3])
    expect(niceTicks(81.2, 81.21, 4, 0.01)).toEqual([81.2, 81.21])
    expect(niceTicks(5, 5, 4)).toEqual([])
    expect(niceTicks(Number.NaN, 5, 4)).toEqual([])
  })

  it('lie within the range, evenly, and are not too many', () => {
    const range = fc.tuple(
      fc.double({ min: 0.001, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-4, max: 1, noNaN: true }),
    )
    fc.assert(
      fc.property(range, fc.integer({ min: 1, max: 12 }), ([low, share], maxCount) => {
        const high = low * (1 + share)
        const ticks = niceTicks(low, high, maxCount)
        expect(ticks.length).toBeLessThanOrEqual(maxCount + 1)
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(low * (1 - 1e-9))
          expect(tick).toBeLessThanOrEqual(high * (1 + 1e-9))
        }
        expect([...ticks].sort((a, b) => a - b)).toEqual(ticks)
      }),
    )
  })
})

describe('timeStepMs', () => {
  it('is a round time', () => {
    expect(timeStepMs(60_000, 10)).toBe(600_000)
    expect(timeStepMs(60_000, 11)).toBe(900_000)
    expect(timeStepMs(3_600_000, 10)).toBe(12 * 3_600_000)
    expect(timeStepMs(86_400_000, 10)).toBe(14 * 86_400_000)
    expect(timeStepMs(86_400_000, 1000)).toBe(365 * 86_400_000)
  })
})
