import fc from 'fast-check'
import { readTyped, typedAmount } from './typedAmount'

test.each([
  ['100.00 USD', '100.00'],
  ['100 usd', '100'],
  ['USDT 1,234.56', '1234.56'],
  ['US$ 1,234.50', '1234.50'],
  ['$.50', '0.50'],
  ['Rs. 1,00,000', '100000'],
  ['CHF 1’234.50', '1234.50'],
  ['500000đ', '500000'],
  ['๑๐.๕๐ บาท', '10.50'],
  ['１００円', '100'],
])('%s comes with its currency, and is %s', (text, amount) => expect(typedAmount(text)).toBe(amount))

test.each('Rs.500|kr.500|USD.50|O.5|l00|I50|10¢|￠10|10k|1.5M|10 MIO|10万|10EUR5'.split('|'))(
  '%s may be another number, and is none',
  (text) => expect(readTyped(text)).toEqual({ kind: 'invalid' }),
)

const IN_FRONT = '|$|€ |US$|R$ |Rs.|Rs. |Rp|kr.|kr |CHF |S/|USD|¥|฿|-|¢|l|O'.split('|')
const BEHIND = '| $|€| USD|USDT|元|원|đ| ₫| บาท|k|m|%|¢| M|,-|.–|e3|\u200f'.split('|')

test('whatever stands around an amount, it is read as that amount or refused', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...IN_FRONT),
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.constantFrom('.', ',', '。', '٫'),
      fc.boolean(),
      fc.constantFrom(...BEHIND),
      (before, cents, mark, isWhole, behind) => {
        const whole = String(Math.floor(cents / 100))
        const decimals = String(cents % 100).padStart(2, '0')
        const written = isWhole ? whole : whole + mark + decimals
        const reading = readTyped(before + written + behind)
        if (reading.kind === 'number') expect(Number(reading.value)).toBe(isWhole ? Number(whole) : cents / 100)
        else expect(reading.kind).toBe('invalid')
      },
    ),
    { numRuns: 5_000 },
  )
})
