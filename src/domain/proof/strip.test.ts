import { TICKS } from '../../../test/client/receipts'
import { stripOf } from './strip'

test('the strip runs over time from the first price to the last, with both marks on it', () => {
  const strip = stripOf(TICKS, 2, 4)
  expect(strip?.path.startsWith('M8 ')).toBe(true)
  expect(strip?.entry?.x).toBeLessThan(strip?.exit?.x ?? 0)
  expect(strip?.entry?.y).toBeGreaterThan(strip?.exit?.y ?? 0)
  expect(stripOf(TICKS.slice(0, 1), 1, 1)).toBeUndefined()
  const long = Array.from({ length: 2_000 }, (_, index) => ({
    ...TICKS[0],
    sequence: index + 1,
    at: index,
    price: '1',
  }))
  expect(stripOf(long as typeof TICKS, 7, 1_999)?.path.split('L').length).toBeLessThan(260)
})

test('a price that is no number leaves nothing of itself in the path, which pages take as markup', () => {
  const hostile = '"/><img src=x onerror=alert(1)>'
  const strip = stripOf(
    TICKS.map((tick, index) => (index % 2 ? { ...tick, at: hostile as never, price: hostile } : tick)),
    2,
    4,
  )
  expect(strip?.path).toMatch(/^M(?:[\d.L -]|NaN)+$/)
})
