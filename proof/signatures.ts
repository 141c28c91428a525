import { asciiBytes, fromHex, toHex } from './bytes'
import { verifies } from './ed25519'

/** The order of the group and the prime of the field of Ed25519 (RFC 8032, section 5.1), big-endian. */
const GROUP_ORDER = '1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed'
const FIELD_PRIME = '7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed'

/**
 * The points of order 1, 2, 4 and 8 without their sign bits, big-endian. Anyone can sign with such a key, and its owner can
 * deny every signature.
 */
const SMALL_ORDER = [
  `${'0'.repeat(63)}1`,
  `7${'f'.repeat(61)}ec`,
  '0'.repeat(64),
  '7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7',
  '05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826',
]

/** 32 little-endian bytes as big-endian hex, which compares as the number does; the sign bit of a point is left out. */
function bigEndian(bytes: Uint8Array, isPoint: boolean): string {
  const turned = Uint8Array.from(bytes).reverse()
  if (isPoint) turned[0] = (turned[0] ?? 0) & 127
  return toHex(turned)
}

/**
 * Whether `signature` (hex, 64 bytes) over `text` was made with the key of `publicKey` (hex, 32 bytes). Ed25519, and only
 * the one spelling of a signature that RFC 8032 allows, which has no S + L. Never for a key of small order.
 */
export function isSignedBy(text: string, signature: string, publicKey: string): boolean {
  const [signed, key] = [fromHex(signature), fromHex(publicKey)]
  if (signed?.length !== 64 || key?.length !== 32) return false
  if (bigEndian(signed.slice(32), false) >= GROUP_ORDER) return false
  const point = bigEndian(key, true)
  if (bigEndian(signed.slice(0, 32), true) >= FIELD_PRIME || point >= FIELD_PRIME) return false
  if (SMALL_ORDER.includes(point)) return false
  return verifies(asciiBytes(text), signed, key)
}
