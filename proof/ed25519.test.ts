import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { asciiBytes, fromHex, toHex } from './bytes'
import * as inBrowsers from './ed25519'
import * as inTheMiniProgram from './ed25519.weapp'

const { Point } = ed25519
const bytesOf = (hex: string) => fromHex(hex) ?? new Uint8Array()
const seedOf = (number: number) => new Uint8Array(32).fill(number)
const textOf = (number: number) => asciiBytes(`order|${number}|${'x'.repeat(number * 7)}`)
const numberOf = (bytes: Uint8Array) => BigInt(`0x${toHex(Uint8Array.from(bytes).reverse())}`)
const littleEndian = (value: bigint) => bytesOf(value.toString(16).padStart(64, '0')).reverse()
const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

/** What both say of a signature, which has to be the same. */
function verdict(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const [one, other] = [inBrowsers, inTheMiniProgram].map(({ verifies }) => verifies(message, signature, publicKey))
  expect(one).toBe(other)
  return one === true
}

test('browsers and the mini program make the same keys and signatures, and take those of each other', () => {
  for (let number = 0; number < 20; number++) {
    const [one, other] = [inBrowsers.keyOf(seedOf(number)), inTheMiniProgram.keyOf(seedOf(number))]
    expect(toHex(one.publicKey)).toBe(toHex(other.publicKey))
    const signature = one.sign(textOf(number))
    expect(toHex(signature)).toBe(toHex(other.sign(textOf(number))))
    expect(verdict(textOf(number), signature, one.publicKey)).toBe(true)
    expect(verdict(textOf(number + 1), signature, one.publicKey)).toBe(false)
  }
})

test('a flipped bit of signature, key or text is refused by both', () => {
  const { publicKey, sign } = inBrowsers.keyOf(seedOf(7))
  const parts = [textOf(2), sign(textOf(2)), publicKey] as const
  for (const [at, part] of parts.entries())
    for (let byte = 0; byte < part.length; byte++) {
      const changed = parts.map((each) => Uint8Array.from(each)) as unknown as [Uint8Array, Uint8Array, Uint8Array]
      const bytes = changed[at] ?? new Uint8Array()
      // The highest bits of S and of a point are for whoever calls (`isSignedBy`).
      bytes[byte] = (bytes[byte] ?? 0) ^ (1 << (byte % 5))
      expect([at, byte, verdict(...changed)]).toEqual([at, byte, false])
    }
})

test('a key with a point of small order added to it is judged alike, though others would take some of its signatures', () => {
  const small = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')
  const [secret, nonce] = [123_456_789n, 987_654_321n]
  const publicKey = Point.BASE.multiply(secret).add(small).toBytes()
  const commitment = Point.BASE.multiply(nonce).toBytes()
  const taken = Array.from({ length: 24 }, (_, number) => {
    const challenge = Point.Fn.create(numberOf(sha512(joined(commitment, publicKey, textOf(number)))))
    const signature = joined(commitment, littleEndian(Point.Fn.create(nonce + challenge * secret)))
    expect(ed25519.verify(signature, textOf(number), publicKey, { zip215: true })).toBe(true)
    expect(verdict(textOf(number), signature, publicKey)).toBe(challenge % 8n === 0n)
    return challenge % 8n === 0n
  })
  expect(taken).toContain(false)
})

test('bytes that are no point are no key', () => {
  const { sign } = inBrowsers.keyOf(seedOf(1))
  const noPoint = littleEndian(2n)
  expect(() => Point.fromBytes(noPoint)).toThrow()
  expect(verdict(textOf(1), sign(textOf(1)), noPoint)).toBe(false)
})
