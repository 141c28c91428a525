import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** Signers of prices for tests and development: their keys follow from a public text, so nobody may hold money by them. */
export interface PriceSigner {
  secret: Uint8Array
  /** Last 20 bytes of the hash of its key, hex. */
  address: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

export function priceSigner(seed: string): PriceSigner {
  const secret = new Uint8Array(sha256(seed))
  const key = secp256k1.getPublicKey(secret, false)
  return { secret, address: Buffer.from(keccak_256(key.subarray(1)).subarray(12)).toString('hex') }
}

/** A set of signers with what its text says of it (docs/PROOF_FORMAT.md, "Signers"). */
export interface TestSet {
  index: number
  chain: number
  emitter: string
  quorum: number
  signers: readonly PriceSigner[]
}

export const TEST_SET: TestSet = {
  index: 9,
  chain: 26,
  emitter: sha256('fairtick test emitter').toString('hex'),
  quorum: 3,
  signers: [1, 2, 3, 4, 5].map((number) => priceSigner(`fairtick test signer ${number}`)),
}

export const signersText = ({ index, chain, emitter, quorum, signers }: TestSet): string =>
  ['signers', 1, index, chain, emitter, quorum, signers.map(({ address }) => address).join()].join('|')
export const signersId = (set: TestSet): string => sha256(signersText(set)).toString('hex').slice(0, 16)
