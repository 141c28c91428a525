import fc from 'fast-check'
import { monotoneCurve } from './monotoneCurve'

test('goes through every place and shows no high or low that was not there', () => {
  const heights = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 2, maxLength: 90 })
  fc.assert(
    fc.property(heights, (values) => {
      const places = values.map((y, x) => ({ x: x * 10, y }))
      const { start, pieces } = monotoneCurve(places)
      expect([start, ...pieces.map(({ end }) => end)]).toEqual(places)
      pieces.forEach(({ c1, c2, end }, i) => {
        const from = places[i] ?? start
        const [low, high] = [Math.min(from.y, end.y) - 1e-9, Math.max(from.y, end.y) + 1e-9]
        // Control points inside the range keep the whole piece inside it.
        for (const { y } of [c1, c2]) {
          expect(y).toBeGreaterThanOrEqual(low)
          expect(y).toBeLessThanOrEqual(high)
        }
      })
    }),
  )
})

test('one place is a curve without pieces', () => {
  expect(monotoneCurve([{ x: 1, y: 2 }])).toEqual({ start: { x: 1, y: 2 }, pieces: [] })
})
