import fc from 'fast-check'
import { formatMoney, parseMoney } from './money'

test.each([
  ['100.00', 10_000n],
  ['0.5', 50n],
  ['1', 100n],
  ['-2.05', -205n],
  ['9999999999999999.99', 999_999_999_999_999_999n],
])('%s', (text, minor) => expect(parseMoney(text, 2)).toBe(minor))

test.each(['', '.5', '1.', '1.234', '1e3', '+1', ' 1', '1,000', '10000000000000000', 'NaN', '٣', '1.00\n'])(
  '%j is no amount',
  (text) => expect(parseMoney(text, 2)).toBeUndefined(),
)

test('what is formatted reads back as the same amount, at every scale', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 4 }), (minor, scale) => {
      expect(parseMoney(formatMoney(minor, scale), scale)).toBe(minor)
    }),
  )
})
