import fc from 'fast-check'
import { movingAverage } from './indicators'

describe('movingAverage', () => {
  it('starts once there are enough values', () => {
    expect(movingAverage([1, 2, 3, 4, 5], 3)).toEqual([undefined, undefined, 2, 3, 4])
    expect(movingAverage([4, 5], 1)).toEqual([4, 5])
    expect(movingAverage([4, 5], 3)).toEqual([undefined, undefined])
    expect(movingAverage([], 3)).toEqual([])
  })

  it('is the mean of the last values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e6 })), fc.integer({ min: 1, max: 30 }), (values, period) => {
        movingAverage(values, period).forEach((average, i) => {
          const last = values.slice(Math.max(0, i - period + 1), i + 1)
          const mean = last.length === period ? last.reduce((sum, value) => sum + value, 0) / period : undefined
          expect(average).toBe(mean)
        })
      }),
    )
  })

  it('refuses what is no period', () => {
    for (const period of [0, -1, 1.5, Number.NaN]) expect(() => movingAverage([1], period)).toThrow(RangeError)
  })
})
