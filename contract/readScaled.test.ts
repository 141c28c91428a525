import fc from 'fast-check'
import { readScaled } from './readScaled'

test.each([
  ['10,50', 2, '10.50'],
  ['１０。５', 2, '10.5'],
  ['0,6543', 4, '0.6543'],
  ['10.5000', 2, '10.50'],
  ['-5', 2, '-5'],
  ['1,000', 2, '1.00 or 1000'],
  ['1,000', 0, '1 or 1000'],
  ['1.234', 4, '1.2340 or 1234'],
  // Not 10505: a decimal too many is no sign of thousands.
  ['10.505', 2, 'one of 10505'],
  ['10.5050', 2, 'invalid'],
  ['10 USD', 2, 'invalid'],
])('%s with %i decimals', (text, scale, expected) => {
  const reading = readScaled(text, scale)
  const [first, second] = reading.kind === 'ambiguous' ? reading.readings : []
  const ambiguous = second === undefined ? `one of ${first}` : `${first} or ${second}`
  expect(reading.kind === 'number' ? reading.value : first === undefined ? 'invalid' : ambiguous).toBe(expected)
})

test('an amount with any marks is that amount, or among the two that it can mean', () => {
  const pairs = ['.,', ',.', ", '", '. ', ',\u00a0', '。、', '٫٬'].map((pair) => [...pair] as [string, string])
  const written = fc.record({
    minor: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    pair: fc.constantFrom(...pairs),
    grouped: fc.boolean(),
    zeros: fc.integer({ min: 0, max: 3 }),
  })
  fc.assert(
    fc.property(written, ({ minor, pair: [decimal, group], grouped, zeros }) => {
      const whole = String(minor / 100n)
      const front = grouped ? whole.replace(/\d(?=(\d{3})+$)/g, `$&${group}`) : whole
      const text = front + decimal + String(minor % 100n).padStart(2, '0') + '0'.repeat(zeros)
      const reading = readScaled(text, 2)
      if (reading.kind === 'number') expect(Number(reading.value)).toBe(Number(minor) / 100)
      if (reading.kind === 'ambiguous') expect(reading.readings.map(Number)).toContain(Number(minor) / 100)
      expect(reading.kind === 'invalid' && group !== decimal).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})
