import type {
  Acceptance,
  AnyReceipt,
  LogTree,
  ProductTree,
  Receipt,
  ReceiptOrder,
  ReceiptTick,
} from '../contract/proof'
import { askProblems } from './asked'
import { askedAt } from './entry'
import { isNewerFormat, isReceipt } from './file'
import { leafHash } from './hashing'
import { headLeaf, isInOrder, logsProblems, productsRoot, THROUGH_AHEAD_MAX_MS } from './heads'
import { areLogged, isChain, keysBefore } from './keys'
import { type Checkpoint, isSignedByLog, parseCheckpoint } from './notes'
import { endOf, tickProblems } from './prices'
import type { DecidedField, ReceiptProblem } from './problems'
import { isTheResult, logOf, RESULTS, settledText } from './results'
import { decide, isLoggedLate, shareOf, type Verdict, WHOLE_BP } from './rule'
import { isSignedBy } from './signatures'
import { acceptanceText, TERM_FIELDS } from './texts'
import { earlierProblems } from './time'
import { isIncluded } from './trees'
import { windowProblems } from './window'

export interface ReceiptCheck {
  problems: ReceiptProblem[]
  /** The rule's result for the prices of the receipt; null if they could not be read that far. */
  verdict: Verdict | null
  /** The moment up to which prices decide the order, in ms since 1970. */
  end: number
  /** All ticks that the receipt carries, in order. */
  ticks: ReceiptTick[]
  /** False if the middle of a long contract was left out: only its ends decide the result, and they are proven. */
  whole: boolean
  /** Whether this device lacks what it takes to check signed prices: nothing is known of the receipt then. */
  unable?: boolean
  /**
   * If others have signed the prices: how many signers each needs, of how many; `byTest`: by test keys, which are
   * public.
   */
  signed?: { needed: number; all: number; byTest: boolean }
}

/** The checkpoint, if the log has signed it up to the last head. */
export function signedCheckpoint({ checkpoint: note, head, publicKey }: AnyReceipt): Checkpoint | undefined {
  const checkpoint = parseCheckpoint(note)
  return checkpoint?.size === head.number && isSignedByLog(checkpoint, publicKey) ? checkpoint : undefined
}

/** The three heads are in the log of heads, in their order; the last one is the last of the signed ones. */
function headProblems(receipt: Receipt, checkpoint: Checkpoint | undefined): ReceiptProblem[] {
  const { accepted, fixed, head, heads } = receipt
  if (!checkpoint) return [{ kind: 'checkpoint' }]
  const { size, root } = checkpoint
  const isIn = (leaf: string, number: number, path: readonly string[]) => isIncluded(leaf, number - 1, size, path, root)
  const areIn =
    isIn(headLeaf(accepted, accepted.products), accepted.number, heads.accepted) &&
    isIn(headLeaf(fixed, productsRoot(fixed)), fixed.number, heads.fixed) &&
    isIn(headLeaf(head, productsRoot(head)), head.number, heads.head) &&
    isInOrder({ products: [], logs: accepted.logs }) &&
    [fixed, head].every(isInOrder)
  const history = logsProblems(fixed, head, receipt.consistency)
  const arePromisesOfThen = [fixed, head].every(({ at, products }) =>
    products.every(({ through }) => through <= at + THROUGH_AHEAD_MAX_MS),
  )
  const inOrder = accepted.number <= fixed.number && accepted.at <= fixed.at
  return [
    ...(areIn ? [] : [{ kind: 'heads' as const }]),
    ...history.map((problem) => ({ kind: 'history' as const, problem })),
    ...(inOrder ? [] : [{ kind: 'history' as const, problem: { kind: 'order' as const } }]),
    ...(arePromisesOfThen ? [] : [{ kind: 'through' as const }]),
  ]
}

/** A device's clock may be ahead of the house's by this much. */
const ASKED_AHEAD_MAX_MS = 2_000

/**
 * Whether it is not shown that `accepted` is the first head which holds the order. Only a void as logged late needs that:
 * without it, the house could show a later head to void an order.
 */
function wasLoggedBefore(receipt: AnyReceipt): boolean {
  const { accepted, before, heads, places } = receipt
  if (!isLoggedLate(receipt) || accepted.number === 1) return before !== null || heads.before.length > 0
  const checkpoint = parseCheckpoint(receipt.checkpoint)
  if (!before || !checkpoint) return true
  const { size, root } = checkpoint
  const isIn = isIncluded(headLeaf(before, before.products), before.number - 1, size, heads.before, root)
  const isNext = before.number === accepted.number - 1 && isInOrder({ products: [], logs: before.logs })
  return !isIn || !isNext || logOf(before, 'orders').size > places.acceptance.leaf
}

/** The order was accepted with these terms, before a price could decide it, and settled with them. */
export function logProblems(receipt: AnyReceipt): ReceiptProblem[] {
  const { order, acceptance, accepted, head, places, publicKey, keys } = receipt
  const text = acceptanceText(order)
  const isIn = (leaf: string, place: { leaf: number; path: string[] }, log: LogTree) =>
    isIncluded(leafHash(leaf), place.leaf, log.size, place.path, log.root)
  const isAccepted =
    isSignedBy(text, acceptance.signature, acceptance.publicKey) &&
    acceptance.publicKey === publicKey &&
    isIn(text, places.acceptance, logOf(accepted, 'orders'))
  const isOurs =
    isChain(keys, publicKey) &&
    areLogged(
      keys,
      head.logs.find(({ name }) => name === 'keys'),
    )
  const isSettled = isIn(settledText(order), places.settlement, logOf(head, 'settlements'))
  const isOnlyResult = isTheResult(order, places.result, logOf(head, RESULTS).root)
  return [
    ...(isOurs ? [] : [{ kind: 'keys' as const }]),
    ...(isAccepted ? [] : [{ kind: 'acceptance' as const }]),
    ...(accepted.at >= askedAt(order.id) - ASKED_AHEAD_MAX_MS ? [] : [{ kind: 'accepted_early' as const }]),
    ...(wasLoggedBefore(receipt) ? [{ kind: 'logged_before' as const }] : []),
    ...(isSettled ? [] : [{ kind: 'settlement' as const }]),
    ...(isOnlyResult ? [] : [{ kind: 'result_place' as const }]),
  ]
}

/** Where the order has another result than the rule gives. */
export function verdictProblems(order: ReceiptOrder, verdict: Verdict): ReceiptProblem[] {
  const { entry, exit } = verdict
  const { stake, earningsRateBp } = order
  const endings = {
    won: shareOf(stake, earningsRateBp),
    lost: stake === '0' ? '0' : `-${stake}`,
    tie: '0',
    void: '0',
  }
  const expected: Record<DecidedField, string | number | null> = {
    status: verdict.status,
    voidReason: verdict.voidReason,
    profitLoss: endings[verdict.status],
    payout: shareOf(stake, earningsRateBp + WHOLE_BP),
    entrySequence: entry?.sequence ?? null,
    entryAt: entry?.at ?? null,
    entryPrice: entry?.price ?? null,
    expiresAt: entry ? entry.at + order.durationSeconds * 1000 : null,
    exitSequence: exit?.sequence ?? null,
    exitAt: exit?.at ?? null,
    exitPrice: exit?.price ?? null,
  }
  return (Object.keys(expected) as DecidedField[])
    .filter((field) => order[field] !== expected[field])
    .map((field) => ({ kind: 'field', field }))
}

/** The order was closed after its end, when the log had fixed its prices, and before the head that holds its settlement. */
function closingProblems({ order, fixed, head, places }: Receipt, tree: ProductTree | undefined, end: number) {
  const problems: ReceiptProblem[] = []
  // When the fixed head was made, every price up to the end was in the log, and the order was not settled yet.
  const isFixed = tree && tree.through >= end && logOf(fixed, 'settlements').size <= places.settlement.leaf
  if (!isFixed) problems.push({ kind: 'not_fixed_before' })
  if (order.closedAt < end) problems.push({ kind: 'closed_early' })
  if (order.closedAt < fixed.at || order.closedAt > head.at) problems.push({ kind: 'closed_order' })
  return problems
}

/** The steps of the check. A signature or a tree of hashes takes tens of ms on a slow phone: each is a step. */
function* checkSteps(receipt: unknown): Generator<undefined, ReceiptCheck, undefined> {
  if (!isReceipt(receipt)) {
    const problems: ReceiptProblem[] = [{ kind: 'format', newer: isNewerFormat(receipt) }]
    return { problems, verdict: null, end: 0, ticks: [], whole: false }
  }
  yield
  const { order, fixed } = receipt
  const checkpoint = signedCheckpoint(receipt)
  const ticks = receipt.ranges.flatMap((range) => range.ticks)
  const tree = fixed.products.find(({ symbol }) => symbol === order.symbol)
  const end = endOf(receipt, ticks)
  const verdict = decide(receipt, ticks)
  const problems: ReceiptProblem[] = []
  for (const step of [
    () => headProblems(receipt, checkpoint),
    () => (checkpoint ? earlierProblems(receipt, checkpoint) : []),
    () => askProblems(receipt, checkpoint),
    () => logProblems(receipt),
    () => windowProblems(receipt, checkpoint, ticks, end),
    () => tickProblems(receipt, tree, ticks),
    () => closingProblems(receipt, tree, end),
    () => verdictProblems(order, verdict),
  ]) {
    yield
    problems.push(...step())
  }
  return { problems, verdict, end, ticks, whole: ticks.length === receipt.tickCount }
}

/** Checks everything that a receipt under rule 3 claims, on this device and believing nobody (PRODUCT.md 1.1). */
export function checkReceipt(receipt: unknown): ReceiptCheck {
  const steps = checkSteps(receipt)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The same with a pause before each step, so that the page keeps answering. */
export async function checkReceiptInTasks(receipt: unknown, pause: () => Promise<void>): Promise<ReceiptCheck> {
  const steps = checkSteps(receipt)
  let step = steps.next()
  while (!step.done) {
    await pause()
    step = steps.next()
  }
  return step.value
}

/** The terms that this device was given when it placed the order, against those that the receipt settles. */
export function termsProblems(kept: Acceptance, { order, publicKey, keys }: AnyReceipt): ReceiptProblem[] {
  const isOurs = kept.publicKey === publicKey || keysBefore(keys).includes(kept.publicKey)
  if (!isOurs || !isSignedBy(acceptanceText(kept.terms), kept.signature, kept.publicKey))
    return [{ kind: 'acceptance' }]
  const changed = TERM_FIELDS.filter((field) => kept.terms[field] !== order[field])
  return changed.map((field) => ({ kind: 'terms_changed', field }))
}
