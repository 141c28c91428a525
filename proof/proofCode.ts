import type { ReceiptOrder } from '../contract/proof'
import { leafHash } from './hashing'
import { settledText } from './results'

/** Crockford's base 32: no letter that could be taken for a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Digits of the hash in a group of four letters: 20 bits. */
const GROUP_DIGITS = 5

/** A group of the code from its digits of the hash. */
const lettersOf = (digits: string): string =>
  Number.parseInt(digits, 16)
    .toString(32)
    .padStart(4, '0')
    .replace(/./g, (digit) => LETTERS[Number.parseInt(digit, 32)] ?? '')

/** The result of an order as twelve letters to read out: the first 60 bits of the hash of its leaf, "7K3Q-9X2T-AB4C". */
export function proofCode(order: ReceiptOrder): string {
  const hash = leafHash(settledText(order))
  return [0, 1, 2].map((group) => lettersOf(hash.slice(group * GROUP_DIGITS, (group + 1) * GROUP_DIGITS))).join('-')
}
