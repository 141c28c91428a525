import { pbkdf2Sync } from 'node:crypto'
import { asciiBytes, toHex } from '../../proof/bytes'
import { slowHash } from './pinHash'

const now = async () => undefined

test.each([
  ['passwd', 'salt', 1, '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc'],
  ['password', 'salt', 4096, 'c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a'],
])('%s with %s in %p rounds is as published', async (secret, salt, rounds, hash) =>
  expect(toHex(await slowHash(asciiBytes(secret), asciiBytes(salt), rounds, now))).toBe(hash),
)

test.each(['1', '123456', 'x'.repeat(64), 'x'.repeat(65)])('%s is as Node.js has it', async (secret) => {
  const expected = pbkdf2Sync(secret, 'some salt', 501, 32, 'sha256').toString('hex')
  expect(toHex(await slowHash(asciiBytes(secret), asciiBytes('some salt'), 501, now))).toBe(expected)
})
