import type { AnyReceipt } from '../contract/proof'
import { isAskSigned } from './ask'
import type { Checkpoint } from './notes'
import type { ReceiptProblem } from './problems'
import { askedAt } from './results'
import { isConsistent } from './trees'

/** How far the time of acceptance may be before and after that of asking: clocks differ, and a request takes its time. */
const ACCEPTED_BEFORE_MAX_MS = 2_000
const ACCEPTED_AFTER_MAX_MS = 10_000

/** Whether the device signed the order, for this log, when the head that it had seen was the newest that it could see. */
function isAsked({ order, accepted, heads }: AnyReceipt, { origin, size, root }: Checkpoint): boolean {
  const seen = { size: order.seenHead, root: order.seenRoot }
  return isAskSigned(origin, order) && seen.size <= accepted.number && isConsistent(seen, { size, root }, heads.seen)
}

/** The order is what a device asked for, and was accepted when it was asked for. */
export function askProblems(receipt: AnyReceipt, checkpoint: Checkpoint | undefined): ReceiptProblem[] {
  const { id, acceptedAt } = receipt.order
  const after = acceptedAt - askedAt(id)
  return [
    ...(checkpoint && !isAsked(receipt, checkpoint) ? [{ kind: 'ask' as const }] : []),
    ...(after >= -ACCEPTED_BEFORE_MAX_MS && after <= ACCEPTED_AFTER_MAX_MS ? [] : [{ kind: 'asked_time' as const }]),
  ]
}
