import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { Acceptance, KeyChange, OrderTerms } from '../../contract/proof'
import { acceptanceText, keyText, TERM_FIELDS } from './forgeTexts'

/** The keys of the forging house, for tests alone, and what it signs in addition to its log. */
export interface Keys {
  publicKey: string
  sign(text: string): string
}

export function keysOf(seed: number): Keys {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, seed)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return {
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
    sign: (text) => sign(null, Buffer.from(text, 'ascii'), key).toString('hex'),
  }
}

export const HOUSE = keysOf(7)
export const DEVICE = keysOf(11)

/** The order of the group of Ed25519. */
export const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const numberOf = (bytes: Buffer) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()

/**
 * A key that is a point of small order, under which anybody can sign: with s and R = sB the equation sB = R + kA holds for each
 * k that is a multiple of eight, and R is changed until it is.
 */
export const keysOfSmallOrder = (publicKey: string): Keys => ({
  publicKey,
  sign(text) {
    for (let seed = 0; ; seed++) {
      const point = Buffer.from(keysOf(seed).publicKey, 'hex')
      const digest = createHash('sha512').update(point).update(Buffer.from(publicKey, 'hex')).update(text).digest()
      if ((numberOf(digest) % GROUP_ORDER) % 8n !== 0n) continue
      const secret = createHash('sha512').update(Buffer.alloc(32, seed)).digest().subarray(0, 32)
      secret[0] = (secret[0] ?? 0) & 248
      secret[31] = ((secret[31] ?? 0) & 63) | 64
      return Buffer.concat([point, bytesOf(numberOf(secret) % GROUP_ORDER)]).toString('hex')
    }
  },
})

/** S + L, little-endian, with the same R: the second spelling of a signature. */
export const secondSpelling = (signature: string): string =>
  signature.slice(0, 64) + bytesOf(numberOf(Buffer.from(signature.slice(64), 'hex')) + GROUP_ORDER).toString('hex')

/** The house takes another key, and both sign it. */
export function keyChange(from: Keys, to: Keys, at = Date.UTC(2026, 0, 5, 12)): KeyChange {
  const change = { from: from.publicKey, to: to.publicKey, at, oldSignature: '', newSignature: '' }
  const text = keyText(change)
  return { ...change, oldSignature: from.sign(text), newSignature: to.sign(text) }
}

export const acceptanceOf = (terms: OrderTerms, keys = HOUSE) => ({
  signature: keys.sign(acceptanceText(terms)),
  publicKey: keys.publicKey,
})

/** An acceptance as a user keeps it; `terms` may be a whole order. */
export const keptOf = (terms: OrderTerms, keys = HOUSE): Acceptance => ({
  terms: Object.fromEntries(TERM_FIELDS.map((field) => [field, terms[field]])) as OrderTerms,
  ...acceptanceOf(terms, keys),
})
