import { asciiBytes, fromHex, toHex } from './bytes'
import { keyOf } from './ed25519'

const SEED_BYTES = 32

/** Ed25519 (RFC 8032) with the key of a seed of 32 bytes, hex. */
export interface DeviceSigner {
  /** Hex. */
  publicKey: string
  /** The signature over an ASCII text, hex. */
  sign(text: string): string
}

/** Throws a RangeError for a seed of another length. */
export function signerOf(seed: string): DeviceSigner {
  const bytes = fromHex(seed)
  if (bytes?.length !== SEED_BYTES) throw new RangeError('a seed has 32 bytes')
  const { publicKey, sign } = keyOf(bytes)
  return { publicKey: toHex(publicKey), sign: (text) => toHex(sign(asciiBytes(text))) }
}
