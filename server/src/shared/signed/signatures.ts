import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { SignerSet } from './signerSet'
import { NODE_BYTES, refuse, type WireUpdate } from './wire'

/** Where the payload of a body begins: timestamp, nonce, chain, emitter, sequence and consistency come before it. */
const CHAIN_AT = 8
const EMITTER_AT = 10
const PAYLOAD_AT = 51
const PAYLOAD_BYTES = 37
const PAYLOAD_MARK = Buffer.from('AUWV\0')
const ROOT_AT = PAYLOAD_AT + 17
/** A wallet writes the recovery bit as 27 or 28. */
const WALLET_V = 27

export const keccak = (...parts: Buffer[]) => Buffer.from(keccak_256(Buffer.concat(parts)))

/** The bytes that signatures cover. */
export const digestOf = (body: Buffer) => keccak(keccak(body))

/** Last 20 bytes of the hash of an uncompressed public key. */
export const addressOf = (publicKey: Uint8Array) => keccak(Buffer.from(publicKey.subarray(1))).subarray(12)

/** The signature with the recovery bit as 0 or 1, if it is the signer's. Throws `UpdateError`. */
function checked(signature: Buffer, digest: Buffer, set: SignerSet): Buffer {
  const index = signature.readUInt8(0)
  const v = signature.readUInt8(65)
  const bit = v >= WALLET_V ? v - WALLET_V : v
  if (bit > 1) refuse('bad_signature')
  let address: string | undefined
  try {
    const compact = secp256k1.Signature.fromBytes(signature.subarray(1, 65), 'compact')
    // The same signature has a second spelling with a high s.
    if (!compact.hasHighS()) {
      address = addressOf(compact.addRecoveryBit(bit).recoverPublicKey(digest).toBytes(false)).toString('hex')
    }
  } catch {
    // No point of the curve, or numbers out of range.
  }
  if (address === undefined || address !== set.addresses[index]) refuse('bad_signature')
  return Buffer.concat([signature.subarray(0, 65), Buffer.from([bit])])
}

/** The signed root of an update, and as many of its signatures as the set asks for; each one that came is checked. */
export interface CheckedBody {
  root: Buffer
  signatures: Buffer[]
}

/** Checks who signed an update, and that the signed data is a root of prices. Throws `UpdateError`. */
export function checkBody({ signerSet, signatures, body }: WireUpdate, set: SignerSet): CheckedBody {
  if (body.length !== PAYLOAD_AT + PAYLOAD_BYTES) refuse('bad_update')
  if (!body.subarray(PAYLOAD_AT, PAYLOAD_AT + PAYLOAD_MARK.length).equals(PAYLOAD_MARK)) refuse('bad_update')
  const isOfSet =
    signerSet === set.index &&
    body.readUInt16BE(CHAIN_AT) === set.emitterChain &&
    body.toString('hex', EMITTER_AT, EMITTER_AT + 32) === set.emitter
  if (!isOfSet) refuse('bad_signers')
  if (signatures.length > set.addresses.length) refuse('bad_signature')
  if (signatures.length < set.quorum) refuse('no_quorum')
  const indices = signatures.map((each) => each.readUInt8(0))
  const ascend = indices.every((index, place) => place === 0 || index > (indices[place - 1] ?? index))
  if (!ascend) refuse('bad_signature')
  const digest = digestOf(body)
  const all = signatures.map((signature) => checked(signature, digest, set))
  return { root: body.subarray(ROOT_AT, ROOT_AT + NODE_BYTES), signatures: all.slice(0, set.quorum) }
}

const short = (...parts: Buffer[]) => keccak(...parts).subarray(0, NODE_BYTES)

/** Hash of a message as a leaf of the tree of prices. */
export const leafOf = (message: Buffer) => short(Buffer.from([0]), message)

/** Hash of two children, which are taken in the order of their bytes. */
export const nodeOf = (one: Buffer, other: Buffer) =>
  Buffer.compare(one, other) <= 0 ? short(Buffer.from([1]), one, other) : short(Buffer.from([1]), other, one)
