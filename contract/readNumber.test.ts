import fc from 'fast-check'
import { type NumberContext, type NumberReading, readNumber } from './readNumber'

const short = (reading: NumberReading) =>
  reading.kind === 'number' ? reading.value : reading.kind === 'ambiguous' ? reading.readings.join(' or ') : 'invalid'
const read = (text: string, context?: NumberContext) => short(readNumber(text, context))

test.each([
  ['10.50', '10.50'],
  ['10,50', '10.50'],
  ['10。50', '10.50'],
  ['10、5', '10.5'],
  ['10٫5', '10.5'],
  ['１０', '10'],
  ['１０．５', '10.5'],
  ['١٠٫٥', '10.5'],
  ['١٬٠٠٠', '1000'],
  ['๑๐.๕', '10.5'],
  ['1,000', '1.000 or 1000'],
  ['1.500', '1.500 or 1500'],
  ['12.345', '12.345 or 12345'],
  ['999。999', '999.999 or 999999'],
  ['-1,000', '-1.000 or -1000'],
  ['1,000,000', '1000000'],
  ['1.500.000', '1500000'],
  ['1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1,234.567', '1234.567'],
  ['1,00,000', '100000'],
  ['12,34,567.8', '1234567.8'],
  ["1'000", '1000'],
  ['1’000.5', '1000.5'],
  ['1´000', '1000'],
  ['1\u202f000,50', '1000.50'],
  ['1 000 000', '1000000'],
  ['1\u200b000', '1000'],
  ['1234.567', '1234.567'],
  ['0.125', '0.125'],
  ['.500', '0.500'],
  ['10.5000', '10.5000'],
  ['5.', '5'],
  ['1.000,', '1000'],
  ['007', '7'],
  ['−12', '-12'],
  ['+ 12', '12'],
])('%s is %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

const STRANGE_SIGNS = '| |.|-|abc|1e9|10k|10万|10 USD|10²|1½|⑴|🄂5'
const STRANGE_MARKS = `1,2,3|1.2.3|12..5|1,000,|1,000,00|1,0000,0000|1.00.000|10 50|1,23.45|1-2|--5|10-|(10)|10\u008250|10\ufffd50|10'50`

test.each([STRANGE_SIGNS, STRANGE_MARKS].flatMap((list) => list.split('|')))('%j is refused', (text) => {
  expect(read(text)).toBe('invalid')
})

test('what settles the decimal mark settles the number, and refuses what contradicts it', () => {
  const texts = ['1.000', '1,000', '1.000.000', '1.234,5', '10.5', '10,5', '1 000']
  expect(texts.map((text) => read(text, { decimal: ',' }))).toEqual([
    '1000',
    '1.000',
    '1000000',
    '1234.5',
    'invalid',
    '10.5',
    '1000',
  ])
  expect(texts.map((text) => read(text, { decimal: '.' }))).toEqual([
    '1.000',
    '1000',
    'invalid',
    'invalid',
    '10.5',
    'invalid',
    '1000',
  ])
})

test('zeros beyond the scale go, other digits make a clear number invalid', () => {
  expect(['10.5000', '10.5001', '10.5', '1,000', '7.0'].map((text) => read(text, { scale: 2 }))).toEqual([
    '10.50',
    'invalid',
    '10.5',
    '1.000 or 1000',
    '7.0',
  ])
  expect(['1500.00', '1500.5'].map((text) => read(text, { scale: 0 }))).toEqual(['1500', 'invalid'])
})

test('books write signs behind a number, and brackets for a minus', () => {
  const texts = ['(1.234,56)', '( 10.50 )', '10.50-', '10.50 −', '(1,000)', '-(5)', '(-5)', '10,-', '1.234,56 +']
  expect(texts.map((text) => read(text, { books: true }))).toEqual([
    '-1234.56',
    '-10.50',
    '-10.50',
    '-10.50',
    '-1.000 or -1000',
    'invalid',
    'invalid',
    'invalid',
    '1234.56',
  ])
})

const ZEROS = ['0', '０', '٠', '۰', '०', '๐', '၀', '០']
const inDigits = (text: string, zero: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)))
const inThrees = (whole: string, mark: string) => whole.replace(/\B(?=(\d{3})+(?!\d))/g, mark)
const inLakhs = (whole: string) => whole.replace(/\B(?=(\d{2})*\d{3}$)/g, ',')

/** Decimal and grouping mark of one way to write numbers. */
const STYLES = [
  ['.', ','],
  [',', '.'],
  ['。', ','],
  ['、', '.'],
  ['٫', '٬'],
  ['.', "'"],
  [',', '’'],
  [',', ' '],
  [',', '\u00a0'],
  [',', '\u202f'],
  ['．', '，'],
] as const

test('every amount in every way of writing is read as it was meant, or as one of two, or refused', () => {
  let ambiguous = 0
  const runs = 20_000
  fc.assert(
    fc.property(
      fc.oneof(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 2_000n }),
        fc.bigInt({ min: 1n, max: 999n }).map((n) => n * 1_000n),
      ),
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom(...STYLES),
      fc.constantFrom('none', 'threes', 'lakhs'),
      fc.constantFrom(...ZEROS),
      fc.constantFrom('', '\u200b', '\u202a'),
      (digits, scale, [decimal, group], grouping, zero, invisible) => {
        const text = digits.toString().padStart(scale + 1, '0')
        const whole = text.slice(0, text.length - scale)
        const fraction = text.slice(text.length - scale)
        const grouped = grouping === 'none' ? whole : grouping === 'threes' ? inThrees(whole, group) : inLakhs(whole)
        const written = inDigits(fraction === '' ? grouped : grouped + decimal + fraction, zero)
        const meant = fraction === '' ? whole : `${whole}.${fraction}`
        const reading = readNumber(invisible + written + invisible)
        if (reading.kind === 'ambiguous') {
          ambiguous++
          expect(reading.readings).toContain(meant)
        } else if (reading.kind === 'number') expect(reading.value).toBe(meant)
        // Only marks of lakhs that are also the decimal mark cannot be read.
        else expect([grouping, decimal]).toEqual(['lakhs', expect.stringMatching(/[,，、]/)])
      },
    ),
    { numRuns: runs },
  )
  expect(ambiguous).toBeGreaterThan(runs / 100)
})
