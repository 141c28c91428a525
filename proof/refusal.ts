import type { OrderRefusal } from '../contract/errors'
import type { AnyReceipt } from '../contract/proof'
import type { AskedOrder } from './ask'
import { finalFrom } from './entry'
import { sha256Text } from './hashing'
import { keysOf } from './keys'
import { askTextOf } from './leftAsk'
import { parseCheckpoint } from './notes'
import { HASH, record, SIGNATURE, text, whole } from './shape'
import { isSignedBy } from './signatures'
import { askText } from './texts'

/** The house's refusals of asks (docs/PROOF_FORMAT.md, "Refusals"). */

const REFUSAL = record({
  askHash: HASH,
  code: text(/^[a-z_]{1,40}$/),
  at: whole(),
  signature: SIGNATURE,
  publicKey: HASH,
})
export const isRefusal = (value: unknown): value is OrderRefusal => REFUSAL(value)

interface Asked {
  origin: string
  id: string
  text: string
}

/** Whether one of these keys has signed that what is asked for is refused. */
function isRefusedBy(keys: readonly string[], { origin, id, text: asked }: Asked, refusal: OrderRefusal): boolean {
  const { askHash, code, at, signature, publicKey } = refusal
  const said = ['refuse', 1, origin, id, askHash, code, at].join('|')
  return askHash === sha256Text(asked) && keys.includes(publicKey) && isSignedBy(said, signature, publicKey)
}

/** Whether the log has signed that it refuses an order which this device has sent. */
export function isAskRefused({ origin, agreed, ...order }: AskedOrder, refusal: unknown, keys: readonly string[]) {
  const asked = { origin, id: order.id, text: askTextOf(origin, order, agreed) }
  return isRefusal(refusal) && isRefusedBy(keys, asked, refusal)
}

/** Whether the house has signed, when nothing could change that any more, that there is no such order as the receipt's. */
export function isReceiptRefused(receipt: AnyReceipt, refusal: OrderRefusal): boolean {
  const origin = parseCheckpoint(receipt.checkpoint)?.origin ?? ''
  const { order } = receipt
  const asked = { origin, id: order.id, text: askText(origin, order) }
  return refusal.at >= finalFrom(order.id) && isRefusedBy(keysOf(receipt), asked, refusal)
}
