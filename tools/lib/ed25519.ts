import { createPublicKey, verify } from 'node:crypto'

/** The beginning of a public key of Ed25519 in DER. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** The key of Ed25519 with these 32 bytes. */
const keyOf = (raw: Uint8Array) => createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' })

/** The function of proof/ed25519.ts, by Node.js: the built programs have this one in its place. */
export function verifies(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  return verify(null, message, keyOf(publicKey), signature)
}
