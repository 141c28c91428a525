import { changeBp, intentOf, readPrice, sanitizePrice, stepPrice } from './alertForm'

test.each([
  ['68.412,55', 2, '68.412,55', '68412.55'],
  ['68,412', 2, '68,412', '68412'],
  ['1,268,412.55', 2, '1,268,412.55', '1268412.55'],
  ['68,5', 2, '68,5', '68.5'],
  ['68,412.57', 1, '68412.5', '68412.5'],
  ['12.', 2, '12.', '12'],
  ['12.5', 0, '12', '12'],
  ['６８４１２．５', 1, '６８４１２．５', '68412.5'],
])('%p with %p decimals stays as %p and is %p', (text, decimals, kept, price) => {
  expect(sanitizePrice(text, decimals)).toBe(kept)
  expect(sanitizePrice(kept, decimals)).toBe(kept)
  expect(intentOf(kept, '68412.4', decimals)).toMatchObject({ kind: 'ready', price })
})

test.each(['', '.', '0', '0.00', '1.500', '1234567890123456', '12.3.4', '7o000', '−5'])(
  '%p is no price yet',
  (text) => {
    expect(intentOf(sanitizePrice(text, 3), '68412.5', 3)).toEqual({ kind: 'empty' })
  },
)

test('the newest price settles what can be read in two ways, if only one is near', () => {
  expect(intentOf('1.085', '1.0843', 3)).toMatchObject({ price: '1.085' })
  expect(intentOf('1.085', '900', 3)).toMatchObject({ price: '1085' })
  expect(readPrice('1.085', '31.5').kind).toBe('ambiguous')
  expect(readPrice('1.085', undefined).kind).toBe('ambiguous')
})

test('above or below comes from the price now', () => {
  const of = (text: string, lastPrice: string | undefined) => intentOf(text, lastPrice, 2)
  expect(of('101', '100.0')).toEqual({ kind: 'ready', price: '101', direction: 'above', changeBp: 100 })
  expect(of('99.', '100.0')).toEqual({ kind: 'ready', price: '99', direction: 'below', changeBp: -100 })
  expect(of('.5', '1')).toEqual({ kind: 'ready', price: '0.5', direction: 'below', changeBp: -5000 })
  expect(of('100.00', '100.0')).toEqual({ kind: 'level', price: '100.00' })
  expect(of('100', undefined)).toEqual({ kind: 'unknown' })
})

test('a distance is exact, and never nothing where there is one', () => {
  expect(changeBp('68412.51', '68412.5')).toBe(1)
  expect(changeBp('68412.49', '68412.5')).toBe(-1)
  expect(changeBp('68412.5', '68412.5')).toBe(0)
  expect(changeBp('1', '0')).toBe(0)
  expect([stepPrice('68412.5', 100, 1), stepPrice('1.0843', -200, 4)]).toEqual(['69096.6', '1.0626'])
})
