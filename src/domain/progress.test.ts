import { clampPercent } from './progress'

describe('clampPercent', () => {
  it.each([
    [50, 50],
    [0.02, 0.02],
    [0.01, 0.01],
    [0.009, 0.01],
    [0, 0.01],
    [-0, 0.01],
    [-5, 0.01],
    [100, 100],
    [100.0001, 100],
    [Number.MAX_VALUE, 100],
    [Number.POSITIVE_INFINITY, 100],
    [Number.NEGATIVE_INFINITY, 0.01],
    [Number.NaN, 0.01],
  ])('%p shows as %p', (percent, expected) => {
    expect(clampPercent(percent)).toBe(expected)
  })
})
