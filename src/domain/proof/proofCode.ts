import type { ReceiptOrder } from '../../../contract/proof'
import { leafHash } from './hashing'
import { settledText } from './results'

/** Crockford's base 32: no letter that could be taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 3
/** 20 bits: four letters. */
const HEX_IN_GROUP = 5

/** The settlement's leaf in the public log as twelve letters to read out, e.g. "7K3Q-9X2T-AB4C" (docs/PROOF_FORMAT.md). */
export function proofCode(order: ReceiptOrder): string {
  const hash = leafHash(settledText(order))
  return Array.from({ length: GROUPS }, (_, group) => {
    const bits = Number.parseInt(hash.slice(group * HEX_IN_GROUP, (group + 1) * HEX_IN_GROUP), 16)
    return [15, 10, 5, 0].map((shift) => ALPHABET[(bits >> shift) & 31] ?? '').join('')
  }).join('-')
}
