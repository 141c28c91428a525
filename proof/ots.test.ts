import { fromHex } from './bytes'
import { readOts } from './ots'
import { sha256 } from './sha256'

const BEGIN = '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108'
const DIGEST = '11'.repeat(32)
/** A promise of `http://c`, and block 840,000. */
const [PROMISE, BLOCK] = [`0083dfe30d2ef90c8e0908${'687474703a2f2f63'}`, '000588960d73d7190103c0a233']
const read = (proof: string, begin = BEGIN) => readOts(fromHex(begin + DIGEST + proof) ?? new Uint8Array())
const hashOf = (hex: string) => sha256(fromHex(hex) ?? new Uint8Array())

test('operations are carried out one after the other, and a fork leads on from the same message', () => {
  expect(read(`f002aabbff08${PROMISE}f101cc08${BLOCK}`)).toEqual({
    digest: DIGEST,
    results: [
      { message: hashOf(`${DIGEST}aabb`), attestation: { by: 'calendar', address: 'http://c' } },
      { message: hashOf(`cc${DIGEST}aabb`), attestation: { by: 'bitcoin', height: 840_000 } },
    ],
  })
})

test('who attests in a way that this program does not know is another one', () => {
  expect(read('00010203040506070802ffff').results).toEqual([{ message: DIGEST, attestation: { by: 'other' } }])
})

test.each([
  ['another version', /does not begin/, BLOCK, BEGIN.replace(/0108$/, '0208')],
  ['another hash', /does not begin/, BLOCK, BEGIN.replace(/08$/, '03')],
  ['an end too early', /ends too early/, BLOCK.slice(0, -2)],
  ['nothing but forks', /unknown operation 255/, 'ff'.repeat(1_000)],
  ['forks without an end', /ends too early/, 'ff08'.repeat(200)],
  ['more after the end', /goes on after its end/, `${BLOCK}00`],
  ['more than 256 operations', /more than 256 operations/, '08'.repeat(257) + BLOCK],
  ['RIPEMD-160', /ripemd160/, `03${BLOCK}`],
  ['no operation', /unknown operation 9/, `09${BLOCK}`],
  ['a message of more than 4,096 bytes', /message of 4097 bytes/, `f0e11f${'00'.repeat(4_065)}${BLOCK}`],
  ['nothing to add', /with 0 more/, `f000${BLOCK}`],
  ['a part that is longer than the file', /ends too early/, `f0801f${BLOCK}`],
  ['a part that is too long', /4096 are the most/, `f08120${BLOCK}`],
  ['a number without an end', /too large a number/, `f0${'ff'.repeat(9)}${BLOCK}`],
  ['an attestation that is too long', /8192 are the most/, '000588960d73d719018140'],
  ['an address that is too long', /1000 are the most/, `0083dfe30d2ef90c8eeb07e907${'61'.repeat(1_001)}`],
  ['an address that is none', /no address/, '0083dfe30d2ef90c8e0403613f62'],
  ['more in an attestation', /goes on/, '000588960d73d7190104c0a23300'],
])('a file with %s is refused', (_what, sentence, proof, begin = BEGIN) => {
  expect(() => read(proof, begin)).toThrow(sentence)
})

test('4,096 bytes, 256 operations and 1,000 letters are still read', () => {
  const address = `0083dfe30d2ef90c8eea07e807${'61'.repeat(1_000)}`
  expect(read(`f0e01f${'00'.repeat(4_064)}${'08'.repeat(255)}${address}`).results).toHaveLength(1)
})
