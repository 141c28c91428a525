import { LOCALES } from '../../contract/locales'
import { createFormat, dotAsDecimal } from './format'

const en = createFormat('en-US')

test.each([
  ['68412.5', '68,412.5'],
  ['0.00', '0.00'],
  ['-1234567.10', '−1,234,567.10'],
  ['1000', '1,000'],
  ['-0.00', '0.00'],
  ['9999999999999999.99', '9,999,999,999,999,999.99'],
  ['not a number', 'not a number'],
])('%s is written %s', (text, expected) => {
  expect(en.number(text)).toBe(expected)
})

test.each([
  ['82.00', '+82.00'],
  ['-100.00', '−100.00'],
  ['0.00', '0.00'],
])('%s with a sign is %s', (text, expected) => {
  expect(en.signed(text)).toBe(expected)
})

test('rates are whole basis points', () => {
  expect([
    en.percent(8200, 0),
    en.percent(8250, 0),
    en.percent(231),
    en.signedPercent(-42),
    en.signedPercent(5),
  ]).toEqual(['82%', '82.5%', '2.31%', '−0.42%', '+0.05%'])
})

test.each([
  ['28412.7', '28.4K'],
  ['1934567890', '1.93B'],
  ['999', '999'],
  ['12.3456', '12.3'],
  ['999999', '999K'],
  ['2000000000', '2.00B'],
])('%s is %s in short', (text, expected) => {
  expect(en.compact(text)).toBe(expected)
})

test('each language writes its own way', () => {
  expect(createFormat('de-DE').number('1234.5')).toBe('1.234,5')
  expect(createFormat('fr-FR').number('1234.5')).toBe('1\u202f234,5')
  expect(createFormat('zh-CN').compact('193456789')).toBe('1.93亿')
  expect(createFormat('de-DE').percent(8200, 0)).toBe('82\u00a0%')
})

test.each([
  ['de-DE', '28.412', '284.123', '1,53\u00a0Mio.', '2,01\u00a0Mrd.', '1,23\u00a0Bio.'],
  ['zh-CN', '2.84万', '28.4万', '153万', '20.1亿', '1.23万亿'],
] as const)('%s shortens with its own words, and rounds down', (locale, ...expected) => {
  const { compact } = createFormat(locale)
  const shown = ['28412', '284123', '1534567', '2012345678', '1234567890123'].map(compact)
  expect(shown).toEqual(expected)
})

const ROUND = ['5000', '20000', '300000', '4000000', '50000000', '600000000', '7000000000', '1000000000000']
/** ICU has a word for a thousand in Korean, which no price list uses, and sets four digits without a separator. */
const withoutGroups = (text: string) => text.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '')

test.each(LOCALES)('%s shortens round numbers as ICU does', (locale) => {
  const icu = new Intl.NumberFormat(locale, { notation: 'compact', minimumSignificantDigits: 3 })
  const own = createFormat(locale)
  const numbers = ROUND.filter((text) => locale !== 'ko-KR' || text !== '5000')
  expect(numbers.map((text) => withoutGroups(own.compact(text)))).toEqual(
    numbers.map((text) => withoutGroups(icu.format(Number(text)))),
  )
})

test('numbers are the same without Intl', () => {
  const shown = () =>
    LOCALES.map((locale) => createFormat(locale).compact('2012345678') + createFormat(locale).number('1234.5'))
  const withIntl = shown()
  const original = globalThis.Intl
  Object.defineProperty(globalThis, 'Intl', { value: undefined, configurable: true, writable: true })
  try {
    expect(shown()).toEqual(withIntl)
  } finally {
    Object.defineProperty(globalThis, 'Intl', { value: original, configurable: true, writable: true })
  }
})

test('a number that a form puts into a field has the decimal mark of the language', () => {
  expect(dotAsDecimal('1234.5', 'de-DE')).toBe('1234,5')
  expect(dotAsDecimal('1234.5', 'en-US')).toBe('1234.5')
})
