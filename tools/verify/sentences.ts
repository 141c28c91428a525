import { FORMAT, SIGNED_FORMAT } from '../../proof/file'
import type { ReceiptProblem } from '../../proof/problems'

/** A code of docs/PROOF_FORMAT.md and a sentence. */
export type Finding = [code: string, sentence: string]

/** Problems that only a device which has seen the order can have. */
type OfDevice = 'other_order' | 'other_result' | 'other_prices'
type PlainKind = Exclude<ReceiptProblem['kind'], OfDevice | 'format' | 'history' | 'field' | 'terms_changed'>

const SENTENCES: Record<PlainKind, string> = {
  checkpoint: 'the log of heads up to the last head is not signed with the key, or an older part of it is not',
  heads: 'a head of the receipt is not in the log of heads',
  keys: 'the keys do not hand over to the one that signs, or their log has other changes',
  ask: 'the order is not signed by the device that asked for it, or the log does not go on from what the device had seen',
  asked_time: 'the entry is not of the second that the time in the id fixes',
  acceptance: 'the terms of the order are not what the house signed and logged',
  accepted_early: 'the head that holds the order was made before the device asked for it',
  logged_before: 'the order is said to be logged late, and the head before it is not shown, or has the order already',
  settlement: 'the order, as it is here, is not in the settlement log',
  result_place: 'the map of results has not this result at the place of the order',
  window: 'the heads from the acceptance to the end are not all shown, or do not stand so in the log of heads',
  window_order: 'a head of the window does not go on from the one before it',
  through: 'a head promises prices of a time after it',
  ticks: 'the ticks are not what stands in the price log',
  tick_order: 'a tick is earlier than the one before it',
  tick_missing: 'a tick is missing',
  dated_back: 'a tick was logged at another time than it says',
  begins_late: 'the ticks do not begin with the last one before the acceptance',
  ends_early: 'the ticks do not end with the first one after the end of the order',
  source: 'a tick comes from another source than the terms name',
  source_time: 'a tick is more than a minute off the time of its source',
  source_order: 'a tick is an older trade of its source than one before it',
  not_fixed_before: 'the prices were not fixed before the order was settled',
  fixed_not_first: 'the prices are not those of the first head after the end',
  closed_early: 'the order was closed before its end',
  closed_order: 'the order was closed before its prices were there, or after the head that holds it',
  signers: 'the prices are decided by signers that this program does not know: see --signers',
  update: 'an update is not whole, or not signed by enough of the set',
  feed: 'an update has the price of another feed',
  heads_late: 'a head is dated to a time at which this device saw the log without it',
  heads_early: 'a head is dated to a time that was to come when this device saw it',
  entry_update: 'the update for the second of the entry is not shown',
  exit_update: 'the updates do not end with the one that decides the exit',
}

/** Where a log does not continue. */
const HISTORY: Record<string, string> = {
  order: 'the heads are in the wrong order',
  heads_rewritten: 'the log of heads does not go on from an older part of it',
  prices_rewritten: 'a price log was rewritten between two heads',
  logs_rewritten: 'a log was rewritten between two heads, or the map of results has another number than were settled',
}

/** A receipt of another format, or one that is broken. */
function formatSentence(value: unknown): string {
  const { format } = (value ?? {}) as { format?: unknown }
  const version = /^fairtick-receipt-[0-9]{1,6}$/.exec(String(format))?.[0]
  return version && version !== FORMAT && version !== SIGNED_FORMAT
    ? `this receipt is of ${version}, and this script checks ${FORMAT} and ${SIGNED_FORMAT}: take the script of that version`
    : 'this file is not a whole receipt: something is missing in it, or was added or changed. Save it anew'
}

/** The number of the tick or head that a problem names. */
const placeOf = (problem: ReceiptProblem): string =>
  'sequence' in problem ? ` (${problem.sequence})` : 'number' in problem ? ` (head ${problem.number})` : ''

/** A problem of a receipt as a code and a sentence. `receipt` is what was checked. */
export function findingOf(problem: ReceiptProblem, receipt: unknown): Finding {
  switch (problem.kind) {
    case 'format':
      return ['format', formatSentence(receipt)]
    case 'history':
      return [problem.problem.kind, HISTORY[problem.problem.kind] ?? '']
    case 'field':
      return ['field', `by the rule, ${problem.field} is another than the receipt says`]
    case 'terms_changed':
      return ['terms_changed', `the order was settled with another ${problem.field} than was accepted`]
    case 'other_order':
    case 'other_result':
    case 'other_prices':
      throw new Error(`only a device that has seen the order says ${problem.kind}`)
    default:
      return [problem.kind, `${SENTENCES[problem.kind]}${placeOf(problem)}`]
  }
}
