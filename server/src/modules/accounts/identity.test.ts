import { readFile } from 'node:fs/promises'
import { describeDevice } from '../../users/device'
import { isInvalidAccount, parseOpeningCode, parsePhone } from './identity'
import { hashPassword, isWeakLoginPassword, verifyPassword } from './passwords'
import { isInvalidTradePassword, isWeakTradePassword } from './tradePassword'

test.each(['abcdef', 'user_1234567', 'ABC123'])('account %s', (text) => expect(isInvalidAccount(text)).toBe(false))
test.each(['abcde', 'abcdefghijklm', 'abc def', 'zhang三三三', 'abcdef\n', ''])('no account: %j', (text) =>
  expect(isInvalidAccount(text)).toBe(true),
)

test.each([
  ['CN', '13800138000', '+8613800138000'],
  ['CN', '138-0013 8000', '+8613800138000'],
  ['CN', '+86\u00a0138–0013\u200b8000', '+8613800138000'],
  ['CN', '１３８００１３８０００。', '+8613800138000'],
  ['DE', '015123456789', '+4915123456789'],
  ['DE', '+49 (151) 234/567.89', '+4915123456789'],
  ['DE', '0049 151 23456789', '+4915123456789'],
  ['TH', '๐๘๑ ๒๓๔ ๕๖๗๘', '+66812345678'],
  ['CN', '١٣٨٠٠١٣٨٠٠٠', '+8613800138000'],
  ['CN', '8613800138000', '+8613800138000'],
  ['CN', 'tel:+8613800138000', '+8613800138000'],
  ['US', '1 201•555_0123', '+12015550123'],
  ['FR', '33 6 12 34 56 78', '+33612345678'],
  ['DE', '+49 (0)151 23456789', '+4915123456789'],
  ['US', '2015550123', '+12015550123'],
  ['JP', '09012345678', '+819012345678'],
  ['CA', '4165550123', '+14165550123'],
  ['KZ', '7012345678', '+77012345678'],
  ['GB', '7400123456', '+447400123456'],
  ['GB', '0044 (0) 7400 123456', '+447400123456'],
  ['GB', 'Tel.: +44 7400 123456.', '+447400123456'],
  ['GB', "[07400] 123'456", '+447400123456'],
  ['DE', '(+49) [0]151 23456789', '+4915123456789'],
  ['CN', '+86 (0)138 0013 8000', '+8613800138000'],
  ['CN', '013800138000', '+8613800138000'],
  ['RU', '8 (916) 123-45-67', '+79161234567'],
  ['HU', '06 30 123 4567', '+36301234567'],
  ['MX', '+52 1 55 1234 5678', '+525512345678'],
  ['EG', '+٢٠ ١٠ ١٢٣٤ ٥٦٧٨', '+201012345678'],
  ['IN', '९८७६५ ४३२१०', '+919876543210'],
  ['KR', '＋８２ （０）１０－１２３４－５６７８', '+821012345678'],
])('phone %s %s', (country, text, expected) => expect(parsePhone(country, text)).toBe(expected))
test.each([
  ['CN', '12800138000'],
  ['CN', '1380013800'],
  ['CN', '16600138000'],
  ['US', '123'],
  ['XX', '13800138000'],
  ['DE', '+8613800138000'],
  ['DE', 'abc'],
  ['DE', '+44 7400 123456'],
  ['US', '201-555-0123 ext. 5'],
  ['GB', '++44 7400 123456'],
  // Of an area with the code 049, or a mobile number with the code of the country.
  ['DE', '49 151 23456789'],
  // Washington, Moscow, Guernsey and Italy, under another country with the same calling code.
  ['CA', '2025550187'],
  ['JM', '2025550188'],
  ['KZ', '9161234567'],
  ['GB', '7781123456'],
  ['IM', '7781123456'],
  ['VA', '0612345678'],
])('no phone: %s %s', (country, text) => expect(parsePhone(country, text)).toBeUndefined())

test('an opening code is read as people type it', () => {
  expect(parseOpeningCode(' ab2cd3 ')).toBe('AB2CD3')
  for (const text of ['AB0CD3', 'ABICD3', 'AB2CD', 'AB2CD33', '']) expect(parseOpeningCode(text)).toBeUndefined()
})

test('weak login passwords', () => {
  for (const text of ['password', 'PassWord1', '12345678', 'iloveyou', 'short', 'x'.repeat(65), '']) {
    expect(isWeakLoginPassword(text)).toBe(true)
  }
  for (const text of ['correct horse battery', 'x'.repeat(32) + 'y'.repeat(32), '天地玄黄宇宙洪荒']) {
    expect(isWeakLoginPassword(text)).toBe(false)
  }
})

test('a trade password has 6 digits', () => {
  expect(isInvalidTradePassword('012345')).toBe(false)
  for (const text of ['12345', '1234567', '12345a', '１２３４５６', '123456\n']) {
    expect(isInvalidTradePassword(text)).toBe(true)
  }
})

test('sixty logins at once leave a thread for signatures and files', async () => {
  let hashed = 0
  const hashes = Array.from({ length: 60 }, () => hashPassword('correct horse').then(() => hashed++))
  await readFile(__filename)
  expect(hashed).toBeLessThan(10)
  await Promise.all(hashes)
})

test('a hash is argon2id with the agreed cost and matches only its password, however its characters were typed', async () => {
  const stored = await hashPassword('café au lait')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(stored, 'cafe\u0301 au lait')).toBe(true)
  expect(await verifyPassword(stored, 'cafe au lait')).toBe(false)
  expect(await verifyPassword(undefined, 'an account that does not exist')).toBe(false)
})

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Mobile Safari/604',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537 Chrome/120 Mobile Safari/537', 'Chrome on Android'],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/120 MicroMessenger/8.0', 'WeChat on Android'],
  [undefined, 'App'],
])('%s', (userAgent, expected) => expect(describeDevice(userAgent)).toBe(expected))

test.each([
  '123456',
  '901234',
  '654321',
  '210987',
  '000000',
  '112211',
  '258258',
  '112233',
  '123321',
  '159753',
  '580213',
  '130258',
  '021358',
  '991231',
  '310199',
])('a trade password that others try first is weak: %s', (digits) => {
  expect(isWeakTradePassword(digits)).toBe(true)
})

test('most trade passwords are not weak', () => {
  const all = Array.from({ length: 1_000_000 }, (_, number) => String(number).padStart(6, '0'))
  const weak = all.filter(isWeakTradePassword).length / all.length
  expect(weak).toBeGreaterThan(0.08)
  expect(weak).toBeLessThan(0.1)
  expect(isWeakTradePassword('246802')).toBe(false)
})
