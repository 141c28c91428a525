import {
  groupNumber,
  maskBankNumber,
  readBankCode,
  readBankNumber,
  usualNumberKind,
} from '../../../../contract/bankNumber'

test.each([
  ['card', '4111111111111111', '4111111111111111'],
  ['card', '4111 1111-1111 1111', '4111111111111111'],
  ['card', '6222021234567890128', '6222021234567890128'],
  ['card', '378282246310005', '378282246310005'],
  // Examples of the IBAN registry, as printed and in one piece.
  ['iban', 'DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['iban', 'gb29nwbk60161331926819', 'GB29NWBK60161331926819'],
  ['iban', 'FR14 2004 1010 0505 0001 3M02 606', 'FR1420041010050500013M02606'],
  ['iban', 'NO93 8601 1117 947', 'NO9386011117947'],
  ['iban', 'MT84 MALT 0110 0001 2345 MTLC AST0 01S', 'MT84MALT011000012345MTLCAST001S'],
  ['iban', 'SA03 8000 0000 6080 1016 7519', 'SA0380000000608010167519'],
  ['iban', 'BR18 0036 0305 0000 1000 9795 493C 1', 'BR1800360305000010009795493C1'],
  ['account', '012-345 678', '012345678'],
  ['account', 'ab12345', 'AB12345'],
  ['account', '1234.56.78903', '12345678903'],
  // As it is printed, copied from a document or typed with another keyboard.
  ['iban', 'IBAN DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['iban', 'IBAN: DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['iban', '(IBAN) DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['iban', 'IBAN-Nr.: DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['iban', 'IBAN No. DE89370400440532013000', 'DE89370400440532013000'],
  ['iban', 'IBAN NO93 8601 1117 947', 'NO9386011117947'],
  ['iban', 'DE٨٩ ٣٧٠٤ ٠٠٤٤ ٠٥٣٢ ٠١٣٠ ٠٠', 'DE89370400440532013000'],
  ['card', '๔๑๑๑ ๑๑๑๑ ๑๑๑๑ ๑๑๑๑', '4111111111111111'],
  ['iban', 'DE89–3704–0044–0532–0130–00', 'DE89370400440532013000'],
  ['iban', 'DE89\u200b3704\u200b0044 0532\u00a00130\u202f00\ufeff', 'DE89370400440532013000'],
  ['iban', 'ＤＥ８９３７０４００４４０５３２０１３０００', 'DE89370400440532013000'],
  ['iban', 'DE89.3704.0044.0532.0130.00', 'DE89370400440532013000'],
  ['iban', 'IBAN (EUR) DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['iban', 'IBAN n° FR14 2004 1010 0505 0001 3M02 606', 'FR1420041010050500013M02606'],
  ['iban', 'НОМЕР IBAN: UA213223130000026007233566001', 'UA213223130000026007233566001'],
  ['iban', '"DE89 3704 0044 0532 0130 00" (EUR).', 'DE89370400440532013000'],
  ['iban', 'Holder: A. Doe\r\nIBAN: DE89 3704 0044\r\n0532 0130 00\r\nBIC: COBADEFFXXX', 'DE89370400440532013000'],
  ['iban', 'DE89370400440532013000 / COBADEFFXXX', 'DE89370400440532013000'],
  ['card', '卡号：4111 1111 1111 1111。', '4111111111111111'],
  ['account', 'A/C No. 1234-5678', '12345678'],
  ['account', 'Konto 123 456 78', '12345678'],
  ['account', '口座番号：１２３４５６７', '1234567'],
  ['account', 'เลขที่บัญชี 123-4-56789-0', '1234567890'],
  ['account', '#12345678 (USD)', '12345678'],
  ['card', '4111–1111—1111‐1111', '4111111111111111'],
  ['card', '4111.1111.1111.1111', '4111111111111111'],
  ['card', '4111/1111_1111·1111', '4111111111111111'],
  ['card', '\u202a4111\u00a01111\u30001111\u200b1111\u202c', '4111111111111111'],
  ['card', '４１１１ １１１１ １１１１ １１１１', '4111111111111111'],
] as const)('%s: %s is stored as %s', (kind, text, stored) => expect(readBankNumber(kind, text)).toBe(stored))

test.each([
  ['card', '4111111111111112', 'a wrong check digit'],
  ['card', '4111111111111', 'a wrong check digit'],
  ['card', '0000000000000000', 'zeros'],
  ['card', '4111x111111111111', 'a letter'],
  ['card', '', 'nothing'],
  ['card', '6222021234567890128000', 'too long'],
  ['iban', 'DE89370400440532013001', 'wrong check digits'],
  ['iban', 'DE8937040044053201300', 'too short for its country'],
  // Right by mod 97, with the length of no German account.
  ['iban', 'DE863704004405320130', 'a length of another country'],
  ['iban', 'US29NWBK60161331926819', 'a country without IBAN'],
  ['iban', 'DE99370400440532000016', 'check digits that no bank issues'],
  ['iban', '6222021234567890128', 'a card number'],
  ['iban', 'DE89 3704 0044 0532 0130 00 12', 'more digits'],
  ['iban', 'DE89370400440532013000X', 'another letter'],
  ['iban', 'DE89370400440532013000, GB29NWBK60161331926819', 'two of them'],
  ['iban', '', 'nothing'],
  ['account', '1234', 'too short'],
  ['account', '000000', 'zeros'],
  ['account', '1'.repeat(35), 'too long'],
  ['account', 'ACCOUNT', 'letters alone'],
  ['account', '12345_', 'another character'],
  ['account', '19-2000145399/0800', 'two numbers'],
] as const)('%s: %s is refused: %s', (kind, text, _why) => expect(readBankNumber(kind, text)).toBeUndefined())

const DIGITS = '0123456789'

test.each([
  ['card', '6222021234567890128'],
  ['iban', 'DE89370400440532013000'],
] as const)('one wrong digit of a number of kind %s is noticed', (kind, number) => {
  for (let index = kind === 'iban' ? 2 : 0; index < number.length; index++) {
    for (const digit of DIGITS.replace(number[index] ?? '', '')) {
      expect(readBankNumber(kind, number.slice(0, index) + digit + number.slice(index + 1))).toBeUndefined()
    }
  }
})

test.each([
  ['card', '6222021234567890128'],
  ['iban', 'DE89370400440532013000'],
] as const)('two neighbours in the wrong order in a number of kind %s are noticed', (kind, number) => {
  for (let index = kind === 'iban' ? 4 : 0; index < number.length - 1; index++) {
    const [a = '', b = ''] = number.slice(index, index + 2)
    // Luhn does not notice 0 and 9.
    if (a === b || (kind === 'card' && [a, b].sort().join('') === '09')) continue
    expect(readBankNumber(kind, number.slice(0, index) + b + a + number.slice(index + 2))).toBeUndefined()
  }
})

test.each([
  ['DEUTDEFF', 'DEUTDEFF'],
  ['20-00-00', '200000'],
  ['hdfc0001234', 'HDFC0001234'],
  ['004', '004'],
  ['BIC: COBADEFF XXX', 'COBADEFFXXX'],
  ['BIC/SWIFT COBADEFFXXX (Commerzbank)', 'COBADEFFXXX'],
  ['BICICIAB', 'BICICIAB'],
  ['Sort code: 12-34-56', '123456'],
  ['IFSC HDFC0001234.', 'HDFC0001234'],
  ['BSB 062-000', '062000'],
  ['銀行コード：０００１', '0001'],
  ['001/002', undefined],
  ['04', undefined],
  ['SWIFT-Code: COBADEFFXXX', 'COBADEFFXXX'],
  ['BIC-Code COBADEFFXXX', 'COBADEFFXXX'],
  ['1234567890123', undefined],
  ['ABC_D', undefined],
])('bank code %s: %s', (text, code) => expect(readBankCode(text)).toBe(code))

test('the country suggests the kind of number', () => {
  expect(['', 'CN', 'DE', 'GB', 'AE', 'US', 'JP', 'HK'].map(usualNumberKind)).toEqual([
    'card',
    'card',
    'iban',
    'iban',
    'iban',
    'account',
    'account',
    'account',
  ])
})

test('the mask of a short number shows at most a half of it', () => {
  expect(maskBankNumber('account', '12345')).toBe('**** 45')
})

test('what is typed is grouped as it is printed', () => {
  expect(groupNumber('card', '4111111111111111')).toBe('4111 1111 1111 1111')
  expect(groupNumber('card', '41x1 1')).toBe('4111')
  expect(groupNumber('iban', 'de8937040044')).toBe('DE89 3704 0044')
  expect(groupNumber('iban', 'IBAN DE89–3704')).toBe('DE89 3704')
  expect(groupNumber('card', '４１１１.1111')).toBe('4111 1111')
  expect(groupNumber('account', '012-345 678')).toBe('012-345 678')
})
