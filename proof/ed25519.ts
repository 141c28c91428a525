import { mulAddUnsafe } from '@noble/curves/abstract/curve.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { toHex } from './bytes'

/**
 * Ed25519 (RFC 8032) in browsers, where whole numbers of any size are quick: a check takes an eighth of the time of
 * `ed25519.weapp.ts`, which needs none.
 */

const { Point } = ed25519
/** The usual table of multiples is made for thousands of signatures, and takes longer than all that a page ever checks. */
Point.BASE.precompute(4)

const littleEndian = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(Uint8Array.from(bytes).reverse())}`)

/**
 * Whether R = S·B − k·A, byte for byte. Without a cofactor, unlike the library's own check: all verifiers have to agree, also
 * on a signature of somebody who adds points of small order.
 * @param signature 64 bytes, S below the order of the group
 */
export function verifies(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    const [commitment, scalar] = [signature.subarray(0, 32), signature.subarray(32)]
    const challenge = sha512.create().update(commitment).update(publicKey).update(message).digest()
    const scalars = [littleEndian(scalar), Point.Fn.create(littleEndian(challenge))]
    const point = mulAddUnsafe(Point, [Point.BASE, Point.fromBytes(publicKey).negate()], scalars)
    return toHex(point.toBytes()) === toHex(commitment)
  } catch {
    // The key is no point of the curve.
    return false
  }
}

/** The key of a seed of 32 bytes. */
export function keyOf(seed: Uint8Array): { publicKey: Uint8Array; sign(message: Uint8Array): Uint8Array } {
  return { publicKey: ed25519.getPublicKey(seed), sign: (message) => ed25519.sign(message, seed) }
}
