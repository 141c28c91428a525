import { createFormat } from './format'

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
])('%s is %s in short', (text, expected) => {
  expect(en.compact(text)).toBe(expected)
})

test('each language writes its own way', () => {
  expect(createFormat('de-DE').number('1234.5')).toBe('1.234,5')
  expect(createFormat('fr-FR').number('1234.5')).toBe('1\u202f234,5')
  expect(createFormat('zh-CN').compact('193456789')).toBe('1.93亿')
  expect(createFormat('de-DE').percent(8200, 0)).toBe('82\u00a0%')
})
