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

/**
 * A checkpoint that this device has fetched. Both times are the service's, as the device has measured it, and in ms since
 * 1970: at `asked` at the earliest the device asked for it, and at `at` at the latest it had the answer.
 */
export interface SeenCheckpoint {
  asked: number
  at: number
  text: string
}

/** A checkpoint of which this device does not know when it was new: it counts for which log it is, and for no time. */
export const withoutTime = (text: string): SeenCheckpoint => ({ asked: 0, at: Number.MAX_SAFE_INTEGER, text })

/** How far the time of a head may be from when somebody outside saw that it was there, or not there yet, in ms. */
export const CLOCK_TOLERANCE_MS = 5_000
/** By when somebody outside has to have seen a head, counted from the second that it is about, in ms. */
export const SEEN_WITHIN_MS = 10_000

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

/** A head that somebody outside has to have seen, and by when. */
interface Moment {
  number: number
  by: number
}

/**
 * The heads that decide when things were written: the one that holds the order, the one that fixes its entry and the one that
 * fixes its end. The last two are none if others have signed the prices, so that the house could not choose them at any time.
 */
function momentsOf(receipt: AnyReceipt, end: number): Moment[] {
  const { order, accepted } = receipt
  const moment = (number: number, second: number): Moment => ({ number, by: second + SEEN_WITHIN_MS })
  const moments = [moment(accepted.number, order.acceptedAt + 1)]
  if (!('window' in receipt)) return moments
  const { entryAt } = order
  const heads = receipt.window.flatMap((range) => range.heads)
  const entered = entryAt === null ? undefined : heads.find(({ through }) => through >= entryAt)
  if (entered && entryAt !== null) moments.push(moment(entered.number, entryAt))
  return [...moments, moment(receipt.fixed.number, end)]
}

/** Whether enough witnesses had the heads that decide in time. */
export function isTiedByWitnesses(receipt: AnyReceipt, end: number, { witnesses, needed }: WitnessPolicy): boolean {
  const isSeen = ({ number, by }: Moment) =>
    receipt.witnessed.some(({ checkpoint }) => {
      const inTime = cosignaturesOf(checkpoint, witnesses, receipt).filter(({ at }) => at <= by)
      return (parseCheckpoint(checkpoint)?.size ?? 0) >= number && inTime.length >= needed
    })
  return needed > 0 && momentsOf(receipt, end).every(isSeen)
}

const sizeOf = ({ text }: SeenCheckpoint, receipt: SignedLog): number => signedState(text, receipt)?.size ?? 0

/** Whether this device had the heads that decide in time. That the log continues what it had is the caller's to ask. */
export const isTiedByDevice = (receipt: AnyReceipt, end: number, seen: readonly SeenCheckpoint[]): boolean =>
  momentsOf(receipt, end).every(({ number, by }) =>
    seen.some((each) => each.at <= by && sizeOf(each, receipt) >= number),
  )

/**
 * Those that say most, of what this device has fetched while an order ran: the first, the last, and the first ones with the
 * heads that decide.
 */
export function decidingOf(receipt: AnyReceipt, end: number, seen: readonly SeenCheckpoint[]): SeenCheckpoint[] {
  const first = momentsOf(receipt, end).map(({ number }) => seen.findIndex((each) => sizeOf(each, receipt) >= number))
  return seen.filter((_, index) => index === 0 || index === seen.length - 1 || first.includes(index))
}

/** The heads of a receipt, as far as it says when they were made. */
const datedHeads = (receipt: AnyReceipt): { number: number; at: number }[] => [
  ...(receipt.before ? [receipt.before] : []),
  receipt.accepted,
  ...('window' in receipt ? [...receipt.window.flatMap(({ heads }) => heads), receipt.fixed] : []),
  receipt.head,
]

/**
 * Where the times of heads are not those at which this device saw the log without them, or with them (docs/PROOF_FORMAT.md,
 * "Time").
 * @param seen all that the device has fetched while the order ran
 * @param continued those of them that the log of today continues; the others may be of a log that was restored since
 */
export function seenProblems(
  receipt: AnyReceipt,
  seen: readonly SeenCheckpoint[],
  continued: readonly SeenCheckpoint[],
): ReceiptProblem[] {
  const heads = datedHeads(receipt)
  const late = seen.flatMap((each) => {
    const state = signedState(each.text, receipt)
    return heads.filter(({ number, at }) => state && number > state.size && at < each.asked - CLOCK_TOLERANCE_MS)
  })
  const early = continued.flatMap((each) => {
    const size = sizeOf(each, receipt)
    return heads.filter(({ number, at }) => number <= size && at > each.at + CLOCK_TOLERANCE_MS)
  })
  return [
    ...late.slice(0, 1).map(({ number }) => ({ kind: 'heads_late' as const, number })),
    ...early.slice(0, 1).map(({ number }) => ({ kind: 'heads_early' as const, number })),
  ]
}
