import nacl from 'tweetnacl'

/** Ed25519 (RFC 8032) in the mini program, some of whose devices have no BigInt. The functions of `ed25519.ts`. */

export const verifies = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean =>
  nacl.sign.detached.verify(message, signature, publicKey)

export function keyOf(seed: Uint8Array): { publicKey: Uint8Array; sign(message: Uint8Array): Uint8Array } {
  const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed)
  return { publicKey, sign: (message) => nacl.sign.detached(message, secretKey) }
}
