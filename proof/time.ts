import type { AnyReceipt } from '../contract/proof'
import { keysOf } from './keys'
import { isSignedByLog, parseCheckpoint } from './notes'
import type { ReceiptProblem } from './problems'
import { isConsistent, type TreeState } from './trees'
import { cosignaturesOf, type WitnessPolicy } from './witnesses'

/**
 * A log shows what happened in which order, not when it was written. That it was there at the time of the order shows only
 * if somebody outside had its checkpoints by then: witnesses, or this device (docs/PROOF_FORMAT.md, "Time").
 */
export type Tie = 'witnesses' | 'device'

/** A checkpoint that this device has fetched, and when by its own clock. */
export interface SeenCheckpoint {
  at: number
  text: string
}

/** Those of an order: fetched after it was accepted, and after it ended. */
export interface DeviceCheckpoints {
  placed?: SeenCheckpoint
  ended?: SeenCheckpoint
}

const WITNESSED_AFTER_SECOND_MAX_MS = 10_000
const WITNESSED_AFTER_END_MAX_MS = 30_000
const SEEN_AFTER_SECOND_MAX_MS = 30_000
const SEEN_AFTER_END_MAX_MS = 60_000

/** The proof of whose log it is. */
export type SignedLog = Pick<AnyReceipt, 'checkpoint' | 'keys' | 'publicKey'>

/** A checkpoint's statement about the log, if a key of the log has signed it. */
export function signedState(text: string, receipt: SignedLog) {
  const checkpoint = parseCheckpoint(text)
  const isOfThisLog =
    checkpoint !== undefined &&
    checkpoint.origin === parseCheckpoint(receipt.checkpoint)?.origin &&
    keysOf(receipt).some((key) => isSignedByLog(checkpoint, key))
  return isOfThisLog ? checkpoint : undefined
}

/** The checkpoints that a receipt says were witnessed are of this log, and its own one continues them. */
export const earlierProblems = (receipt: AnyReceipt, now: TreeState): ReceiptProblem[] =>
  receipt.witnessed.flatMap(({ checkpoint, path }): ReceiptProblem[] => {
    const state = signedState(checkpoint, receipt)
    if (!state) return [{ kind: 'checkpoint' }]
    return isConsistent(state, now, path) ? [] : [{ kind: 'history', problem: { kind: 'heads_rewritten' } }]
  })

/**
 * The head that fixes the prices; none if others have signed them, so that the house could not choose them at any time.
 */
const fixedOf = (receipt: AnyReceipt) => ('fixed' in receipt ? receipt.fixed : undefined)

/** When the second of the entry begins. */
const entryFrom = ({ order }: AnyReceipt): number => order.acceptedAt + 1

/** Whether enough witnesses had the heads `accepted` and, if there is one, `fixed` in time. */
export function isTiedByWitnesses(receipt: AnyReceipt, end: number, { witnesses, needed }: WitnessPolicy): boolean {
  const { accepted } = receipt
  const fixed = fixedOf(receipt)
  const isIn = (number: number, latest: number) =>
    receipt.witnessed.some(({ checkpoint }) => {
      const inTime = cosignaturesOf(checkpoint, witnesses, receipt).filter(({ at }) => at <= latest)
      return (parseCheckpoint(checkpoint)?.size ?? 0) >= number && inTime.length >= needed
    })
  return (
    needed > 0 &&
    isIn(accepted.number, entryFrom(receipt) + WITNESSED_AFTER_SECOND_MAX_MS) &&
    (!fixed || isIn(fixed.number, end + WITNESSED_AFTER_END_MAX_MS))
  )
}

/** Whether this device had the heads `accepted` and, if there is one, `fixed` in time. That the log continues both is the caller's to ask. */
export function isTiedByDevice(receipt: AnyReceipt, end: number, { placed, ended }: DeviceCheckpoints): boolean {
  const isIn = (seen: SeenCheckpoint | undefined, number: number, latest: number) =>
    seen !== undefined && seen.at <= latest && (signedState(seen.text, receipt)?.size ?? 0) >= number
  const fixed = fixedOf(receipt)
  return (
    isIn(placed, receipt.accepted.number, entryFrom(receipt) + SEEN_AFTER_SECOND_MAX_MS) &&
    (!fixed || isIn(ended, fixed.number, end + SEEN_AFTER_END_MAX_MS))
  )
}
