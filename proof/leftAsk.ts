import type { PlaceOrder } from '../contract/orders'
import { type Agreed, minorUnits } from './ask'
import { sha256Text } from './hashing'
import { HASH, listOf, record, SIGNATURE, text, textOf, whole } from './shape'
import { isSignedBy } from './signatures'
import { askText } from './texts'
import { parseVerifierKey } from './witnesses'

/** Asks whose hash was left with witnesses (docs/PROOF_FORMAT.md, "Asks left with a witness"). */

/** What a witness has signed about the hash of an ask. */
export interface AskSeen {
  /** Its key as `name+id+key`. */
  witness: string
  /** When it first had the hash, by its own clock, ms since 1970. */
  at: number
  signature: string
}

/** A device's ask, whole and signed, and the witnesses that had its hash. */
export interface LeftAsk {
  ask: string
  /** The device's, under the key that the ask ends with. */
  signature: string
  seenBy: readonly AskSeen[]
}

const WITNESS_KEY = '04'
const ASK = text(/^ask\|1\|[!-~]{1,120}(\|[0-9A-Za-z-]{1,64}){11}$/)
const SEEN = record({ witness: textOf(200), at: whole(), signature: SIGNATURE })
const LEFT_ASK = record({ ask: ASK, signature: SIGNATURE, seenBy: listOf(SEEN, 3, 1) })

/** Whether it is such an ask, by its form. */
export const isLeftAsk = (value: unknown): value is LeftAsk => LEFT_ASK(value)

/** The text of an order that a device has signed. */
export function askTextOf(
  origin: string,
  { ask, ...order }: PlaceOrder,
  { currency, scale }: Pick<Agreed, 'currency' | 'scale'>,
): string {
  return askText(origin, { ...order, ...ask, currency, scale, stake: minorUnits(order.stake, scale) })
}

/** The text that a witness signs about an ask: its hash alone, so that it learns nothing of the order. */
const seenText = (askHash: string, at: number): string => ['left', 1, askHash, at].join('|')

/** Whether the witness that is named has signed that it had the hash of this ask. */
export function isAskSeen(ask: string, { witness, at, signature }: AskSeen): boolean {
  const key = parseVerifierKey(witness, WITNESS_KEY)
  return key !== undefined && isSignedBy(seenText(sha256Text(ask), at), signature, key.publicKey)
}

/** Whether the device whose key the ask ends with has signed it, and each of the witnesses its hash. */
export function isLeftAskSigned({ ask, signature, seenBy }: LeftAsk): boolean {
  const deviceKey = ask.slice(ask.lastIndexOf('|') + 1)
  return HASH(deviceKey) && isSignedBy(ask, signature, deviceKey) && seenBy.every((seen) => isAskSeen(ask, seen))
}
