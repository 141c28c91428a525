import { changeBp, intentOf, sanitizePrice, stepPrice } from './alertForm'

test.each([
  ['68.412,55', 2, '68412.55'],
  ['1.268.412,55', 2, '1268412.55'],
  ['68,412', 2, '68412'],
  ['1,268,412.55', 2, '1268412.55'],
  ['68,5', 2, '68.5'],
  ['68,', 2, '68.'],
  ['68,412.5', 1, '68412.5'],
  ['abc12.3.4', 3, '12.34'],
  ['12.', 2, '12.'],
  ['12.5', 0, '12'],
  ['1234567890123456', 2, '123456789012'],
  ['', 2, ''],
])('%p with %p decimals is typed as %p', (text, decimals, typed) => {
  expect(sanitizePrice(text, decimals)).toBe(typed)
  expect(sanitizePrice(typed, decimals)).toBe(typed)
})

test('above or below comes from the price now', () => {
  expect(intentOf('101', '100.0')).toEqual({ kind: 'ready', price: '101', direction: 'above', changeBp: 100 })
  expect(intentOf('99.', '100.0')).toEqual({ kind: 'ready', price: '99', direction: 'below', changeBp: -100 })
  expect(intentOf('.5', '1')).toEqual({ kind: 'ready', price: '0.5', direction: 'below', changeBp: -5000 })
  expect(intentOf('100.00', '100.0')).toEqual({ kind: 'level', price: '100.00' })
  expect(intentOf('100', undefined)).toEqual({ kind: 'unknown' })
  for (const text of ['', '.', '0', '0.00']) expect(intentOf(text, '100')).toEqual({ kind: 'empty' })
})

test('a distance is exact, and never nothing where there is one', () => {
  expect(changeBp('68412.51', '68412.5')).toBe(1)
  expect(changeBp('68412.49', '68412.5')).toBe(-1)
  expect(changeBp('68412.5', '68412.5')).toBe(0)
  expect(changeBp('1', '0')).toBe(0)
  expect([stepPrice('68412.5', 100, 1), stepPrice('1.0843', -200, 4)]).toEqual(['69096.6', '1.0626'])
})
