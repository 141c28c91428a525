import fc from 'fast-check'
import { plainDigits, typedCode, typedText } from './typedText'

test.each([
  ['  DE89\u00a03704\u200b0044\ufeff ', 'DE89 37040044'],
  ['１３８－００１３', '138-0013'],
  ['Ana\u2010María \u2013 O\u2212K', 'Ana-María - O-K'],
  ['\u202eabc\u202c\u2066d\u2069\u00ad', 'abcd'],
  ['ｶﾀｶﾅ　山田', 'カタカナ 山田'],
  ['D´Angelo', "D'Angelo"],
  ['a\tb\r\nc\u0000', 'a b  c'],
  ['bitcoin:bc1q\ufe0f\udb40\udc41', 'bitcoin:bc1q'],
])('%j is read as %j', (text, expected) => {
  expect(typedText(text)).toBe(expected)
})

test('a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(typedText(typedText(text))).toBe(typedText(text))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['١٢٣٤٥٦٧٨٩٠', '1234567890'],
  ['۴۵۶', '456'],
  ['१०.५०', '10.50'],
  ['๑๐', '10'],
  ['၁၂', '12'],
  ['12٫5', '12٫5'],
])('the digits of %s are %s', (text, expected) => {
  expect(plainDigits(text)).toBe(expected)
})

test.each([
  ['１２３　４５６', '123456'],
  ['١٢٣ ٤٥٦', '123456'],
  ['12\u200b34–56', '1234-56'],
])('the code in %j is %s', (text, expected) => {
  expect(typedCode(text)).toBe(expected)
})
