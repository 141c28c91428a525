import type { OrderRefusal } from '../../contract/errors'
import type { AnyReceipt, OrderTerms } from '../../contract/proof'
import { isAcceptance, isReceipt, isSignedReceipt } from '../../proof/file'
import { keysOf } from '../../proof/keys'
import { isLeftAskSigned, type LeftAsk } from '../../proof/leftAsk'
import { type Checkpoint, isSignedByLog, parseCheckpoint } from '../../proof/notes'
import { checkReceipt, type ReceiptCheck, termsProblems } from '../../proof/receipt'
import { isReceiptRefused } from '../../proof/refusal'
import { isSignedBy } from '../../proof/signatures'
import { checkSignedReceipt } from '../../proof/signed/receipt'
import { knownSigners } from '../../proof/signed/signers'
import { timeOf } from '../../proof/steps'
import { acceptanceText } from '../../proof/texts'
import { type SeenCheckpoint, seenProblems } from '../../proof/time'
import { type Finding, findingOf } from './sentences'

export const isAnyReceipt = (value: unknown): value is AnyReceipt => isReceipt(value) || isSignedReceipt(value)

/** Checks a receipt; `signers` are texts of sets of signers, besides those that are known. */
export const checkOf = async (receipt: unknown, signers: readonly string[]): Promise<ReceiptCheck> =>
  isSignedReceipt(receipt)
    ? checkSignedReceipt(receipt, knownSigners(signers.join(' ')), async () => undefined)
    : checkReceipt(receipt)

/** Everything that does not hold, each as a code of docs/PROOF_FORMAT.md and a sentence; none if the receipt holds. */
export async function findingsOf(receipt: unknown, signers: readonly string[] = []): Promise<Finding[]> {
  const { problems } = await checkOf(receipt, signers)
  return problems.map((problem) => findingOf(problem, receipt))
}

/** If the receipt settles other terms than the acceptance that the user was given. */
export function acceptanceFindings(receipt: AnyReceipt, kept: unknown): Finding[] {
  if (!isAcceptance(kept)) return [['acceptance', 'the acceptance is not signed with a key of the receipt']]
  return termsProblems(kept, receipt).map((problem) => findingOf(problem, receipt))
}

/** If the house has signed for the user that it made nothing of the receipt's order. */
export function refusalFindings(receipt: AnyReceipt, refusal: OrderRefusal | undefined): Finding[] {
  if (!refusal || !isReceiptRefused(receipt, refusal)) return []
  const at = timeOf(refusal.at)
  return [
    ['refused', `the house signed at ${at} that it refused this order (${refusal.code}), and now shows a result of it`],
  ]
}

/** Where a log has signed two different states of the same size: that proves by itself that it has two histories. */
export function forkFindings(checkpoints: readonly Checkpoint[]): Finding[] {
  const [pair] = checkpoints.flatMap((one) =>
    checkpoints.filter(({ size, root }) => size === one.size && root !== one.root).map((other) => ({ one, other })),
  )
  if (!pair) return []
  const { one, other } = pair
  return [
    [
      'forked',
      `${one.origin} has signed two logs of ${one.size} heads, one with the root ${one.root}, one with ${other.root}. ` +
        'Show both checkpoints to the witnesses and monitors of this log, to other users and to a supervisory authority, ' +
        'not to the house alone. Only a restored backup that the house has signed in public explains them',
    ],
  ]
}

/** Where the checkpoints that a device fetched are not of the receipt's log, or contradict it, each other or its times. */
export function fetchedFindings(receipt: AnyReceipt, fetched: readonly SeenCheckpoint[]): Finding[] {
  const own = parseCheckpoint(receipt.checkpoint)
  const checkpoints = fetched.flatMap(({ text }) => {
    const each = parseCheckpoint(text)
    const isOurs = each?.origin === own?.origin && keysOf(receipt).some((key) => each && isSignedByLog(each, key))
    return each && isOurs ? [each] : []
  })
  if (checkpoints.length !== fetched.length)
    return [['checkpoint', 'a checkpoint that the device fetched is not signed with a key of the log']]
  const late = seenProblems(receipt, fetched, []).map((problem) => findingOf(problem, receipt))
  return [...forkFindings(own ? [own, ...checkpoints] : []), ...late]
}

/** The stake as people write it: 3750 minor units of a currency with 2 decimals are "37.50 USD". */
export function amountOf({ stake, scale, currency }: Pick<OrderTerms, 'stake' | 'scale' | 'currency'>): string {
  const digits = stake.padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`} ${currency}`
}

/** The finding from an ask that was left with witnesses, if the file has nothing of the house: that it never answered. */
export function unansweredFindings(left: LeftAsk): Finding[] {
  if (!isLeftAskSigned(left)) return [['format', 'this file has an ask that its device or a witness has not signed']]
  const [id, symbol, direction, stake = '', currency = '', scale] = left.ask.split('|').slice(-11)
  const said = `${symbol} ${direction}, ${amountOf({ stake, currency, scale: Number(scale) })}`
  const seen = left.seenBy.map(({ witness, at }) => `${witness} at ${timeOf(at)}`).join(', ')
  return [
    ['no_answer', `order ${id} was asked for (${said}), known to ${seen}: ask the house for what it signed about it`],
  ]
}

/** The finding from evidence without a receipt: that the house accepted an order, and gives no account of how it ended. */
export function findingsWithoutReceipt(acceptance: unknown): Finding[] {
  const isSigned =
    isAcceptance(acceptance) && isSignedBy(acceptanceText(acceptance.terms), acceptance.signature, acceptance.publicKey)
  if (!isSigned) return [['format', 'this file has no receipt, and no acceptance that is signed']]
  const { terms, publicKey } = acceptance
  const said = `${terms.symbol} ${terms.direction}, ${amountOf(terms)}`
  const at = timeOf(terms.acceptedAt)
  return [
    ['no_receipt', `key ${publicKey} signed that ${terms.number} was accepted at ${at} (${said}): ask for its receipt`],
  ]
}
