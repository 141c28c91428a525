import { sparklinePath } from './sparkline'

const BOX = { width: 64, height: 30 }

describe('sparklinePath', () => {
  it('goes from left to right, the highest on top', () => {
    expect(sparklinePath(['1', '3', '2'], BOX)).toBe('M2 28L32 2L62 15')
  })

  it('is level when nothing moves', () => {
    expect(sparklinePath([5, 5], BOX)).toBe('M2 15L62 15')
  })

  it('needs two numbers', () => {
    for (const points of [[], ['1'], ['1', 'x'], [Number.NaN, Number.POSITIVE_INFINITY]]) {
      expect(sparklinePath(points, BOX)).toBe('')
    }
  })
})
