import { averageGap } from './priceGap'

const NOON = Date.UTC(2026, 10, 20, 12)
/** A price each half second, as `priceOf` its number. */
const points = (count: number, priceOf: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => {
    const price = priceOf(index)
    return { at: NOON + index * 500, price, text: String(price), sequence: index + 1 }
  })

test('is how far the first price of the entry’s second was from the newest one, either way', () => {
  const rising = averageGap(points(200, (index) => index))
  expect(averageGap(points(200, (index) => -index))).toBe(rising)
  // An entry is 4 s after an ask at a whole second, and 3.5 s after one at a half: eight and seven prices.
  expect(rising).toBe(7.5)
  expect(averageGap(points(200, () => 7))).toBe(0)
})

test('says nothing of a few prices', () => {
  expect(averageGap([])).toBeUndefined()
  expect(averageGap(points(20, (index) => index))).toBeUndefined()
})
