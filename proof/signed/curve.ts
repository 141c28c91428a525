import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js'
import { toHex } from '../bytes'

export { keccak256 }

/**
 * The usual table of multiples is made for thousands of signatures; making it takes longer than the checks of a
 * receipt.
 */
secp256k1.Point.BASE.precompute(4)

/** The address of the key that made a signature; undefined for one that is not in its one spelling. */
export function signerOf(digest: Uint8Array, compact: Uint8Array, recovery: number): string | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery)
    if (signature.hasHighS()) return undefined
    const key = signature.recoverPublicKey(digest).toBytes(false)
    return toHex(keccak256(key.subarray(1)).subarray(12))
  } catch {
    return undefined
  }
}
