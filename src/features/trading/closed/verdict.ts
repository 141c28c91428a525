import { type CheckedReceipt, isFixedInTime, isSound, isWitnessed } from '../../../stores/ProofStore'

/** The outcome of a check of a receipt; only `holds` is called verified. */
export type Verdict = 'holds' | 'unwitnessed' | 'late' | 'unable' | 'broken'

export function verdictOf(checked: CheckedReceipt): Verdict {
  if (checked.check.unable) return 'unable'
  if (!isSound(checked)) return 'broken'
  if (!isWitnessed(checked)) return 'unwitnessed'
  return isFixedInTime(checked) ? 'holds' : 'late'
}

/** Keys of its words. */
export const VERDICT_WORDS = {
  holds: 'orders.proof.checked',
  unwitnessed: 'orders.proof.unreached',
  late: 'orders.proof.late',
  unable: 'orders.proof.unchecked',
  broken: 'orders.proof.broken',
} as const
