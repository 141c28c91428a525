import { createHash } from 'node:crypto'
import testSigners from './testSigners.json'

/**
 * A set of price signers: addresses, and how many of them have to sign. An update names its set by `index` and the
 * emitter.
 */
export interface SignerSet {
  /** As updates name it on the wire. */
  index: number
  emitterChain: number
  /** Hex of 32 bytes. */
  emitter: string
  /** How many signatures an update must have. */
  quorum: number
  /** Hex of 20 bytes each, in the order of the set. */
  addresses: readonly string[]
  /** First 16 hex digits of the SHA-256 of its text, as orders and receipts name it. */
  id: string
}

const TEXT = /^signers\|1\|(\d{1,9})\|(\d{1,5})\|([0-9a-f]{64})\|(\d{1,2})\|([0-9a-f]{40}(?:,[0-9a-f]{40}){0,18})$/

/** Reads the text of a set (docs/PROOF_FORMAT.md); undefined if it is none. */
export function readSignerSet(text: string): SignerSet | undefined {
  const [, index, chain, emitter, quorum, list] = TEXT.exec(text) ?? []
  if (emitter === undefined || list === undefined) return undefined
  const addresses = list.split(',')
  const set = { index: Number(index), emitterChain: Number(chain), emitter, quorum: Number(quorum), addresses }
  const isUsable =
    set.index < 2 ** 32 &&
    set.emitterChain < 2 ** 16 &&
    set.quorum >= 1 &&
    set.quorum <= addresses.length &&
    new Set(addresses).size === addresses.length
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return isUsable ? { ...set, id } : undefined
}

/**
 * The set of today: five routers, three of which must sign. Its index on the wire is the one after the last known set; a
 * deployment that meets another sets `PYTH_SIGNERS`.
 */
export const PUBLISHED_SIGNERS =
  'signers|1|5|26|507974686e6574507974686e6574507974686e6574507974686e657450797468|3|' +
  '41534bb176e461a3fb30479400f210549ecce638,6502987b62f21cab7eb5ccd8f0173084b60d5b41,' +
  '44a3e8f6a382412cf6bb90a3f8106e68977476c9,d9d7d4529577864352c9a6539a48238fcd447052,' +
  '1663a5a822336ece48559b1dfb1e93a017a7dac3'

/** The set of development and tests (server/src/dev/testSigners.ts): anybody can make its keys, so live funds refuse it. */
export const TEST_SIGNERS = testSigners.text
