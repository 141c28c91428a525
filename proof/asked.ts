import type { AnyReceipt } from '../contract/proof'
import { isAskSigned } from './ask'
import { acceptedAtOf } from './entry'
import type { Checkpoint } from './notes'
import type { ReceiptProblem } from './problems'
import { isConsistent } from './trees'

/** Whether the device signed the order, for this log, when the head that it had seen was the newest that it could see. */
function isAsked({ order, accepted, heads }: AnyReceipt, { origin, size, root }: Checkpoint): boolean {
  const seen = { size: order.seenHead, root: order.seenRoot }
  return isAskSigned(origin, order) && seen.size <= accepted.number && isConsistent(seen, { size, root }, heads.seen)
}

/** The order is what a device asked for, and its entry is of the second that this fixes. */
export function askProblems(receipt: AnyReceipt, checkpoint: Checkpoint | undefined): ReceiptProblem[] {
  const { id, acceptedAt } = receipt.order
  return [
    ...(checkpoint && !isAsked(receipt, checkpoint) ? [{ kind: 'ask' as const }] : []),
    ...(acceptedAt === acceptedAtOf(id) ? [] : [{ kind: 'asked_time' as const }]),
  ]
}
