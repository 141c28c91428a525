import Big from 'big.js'
import type {
  Acceptance,
  LogTree,
  OrderTerms,
  ProductTree,
  Receipt,
  ReceiptOrder,
  ReceiptTick,
} from '../../../contract/proof'
import { type Checkpoint, isSignedByLog, parseCheckpoint } from './checkpoint'
import { isSignedBy, leafHash } from './hashing'
import { type HistoryProblem, headLeaf, isInOrder, logsProblem, productsRoot } from './heads'
import { areLogged, isChain, keysBefore } from './keys'
import { isIncluded, isRange } from './merkle'
import { decide, type Verdict } from './rule'
import { isReceipt } from './shape'
import { acceptanceText, settlementText, TERM_FIELDS, tickText } from './texts'

/** What the rule decides about an order. */
type DecidedField =
  | ('status' | 'voidReason' | 'profitLoss' | 'payout' | 'expiresAt')
  | `${'entry' | 'exit'}${'Sequence' | 'At' | 'Price'}`

/** What does not hold, named so that a person can be told (docs/PROOF.md, "What a verifier checks"). */
export type ReceiptProblem =
  | { kind: 'format' }
  | { kind: 'checkpoint' }
  | { kind: 'heads' }
  | { kind: 'keys' }
  | { kind: 'history'; problem: HistoryProblem }
  | { kind: 'acceptance' }
  | { kind: 'accepted_late' }
  | { kind: 'settlement' }
  | { kind: 'ticks' }
  | { kind: 'tick_order'; sequence: number }
  | { kind: 'tick_missing'; sequence: number }
  | { kind: 'begins_late' }
  | { kind: 'ends_early' }
  | { kind: 'source'; sequence: number }
  | { kind: 'source_time'; sequence: number }
  | { kind: 'not_fixed_before' }
  | { kind: 'closed_early' }
  | { kind: 'other_prices'; sequence: number }
  | { kind: 'field'; field: DecidedField }
  | { kind: 'other_order'; field: keyof OrderTerms | DecidedField }
  | { kind: 'terms_changed'; field: keyof OrderTerms }

export interface ReceiptCheck {
  problems: ReceiptProblem[]
  /** What the rule gives for the ticks of the receipt; null where they could not be read that far. */
  verdict: Verdict | null
  /** All ticks that the receipt carries, in order. */
  ticks: ReceiptTick[]
  /** False where the middle of a long contract was left out: only its ends decide the result, and they are proven. */
  whole: boolean
}

/** The source's time and the server's differ by at most this much (docs/PROOF.md, "Prices"). */
const SOURCE_CLOCK_MAX_MS = 60_000

function rangeProblems(receipt: Receipt, tree: ProductTree): ReceiptProblem[] {
  const problems: ReceiptProblem[] = []
  for (const { ticks, path } of receipt.ranges) {
    let last: ReceiptTick | undefined
    for (const tick of ticks) {
      if (last && tick.sequence !== last.sequence + 1)
        problems.push({ kind: 'tick_missing', sequence: last.sequence + 1 })
      last = tick
    }
    const leaves = ticks.map((tick) => leafHash(tickText(receipt.order.symbol, tick)))
    if (!isRange(leaves, (ticks[0]?.sequence ?? 0) - 1, tree, path)) problems.push({ kind: 'ticks' })
  }
  return problems
}

/** Over both ranges: the log is in the order of time, and the second range begins after the first. */
function orderProblems(ticks: readonly ReceiptTick[]): ReceiptProblem[] {
  const problems: ReceiptProblem[] = []
  for (const [index, tick] of ticks.entries()) {
    const before = ticks[index - 1]
    if (before && (tick.sequence <= before.sequence || tick.at < before.at))
      problems.push({ kind: 'tick_order', sequence: tick.sequence })
  }
  return problems
}

/** The moment up to which the price log decides: the expiry, or the end of the time for an entry. */
function endOf(order: ReceiptOrder, ticks: readonly ReceiptTick[]): number {
  const deadline = order.acceptedAt + order.entryTimeoutMs
  const entry = ticks.find((tick) => tick.at > order.acceptedAt)
  return entry && entry.at <= deadline ? entry.at + order.durationSeconds * 1000 : deadline
}

/**
 * The shown ticks must begin with the neighbour before the entry and end with the neighbour after the exit, or with the
 * first or the last tick of the log. Without both neighbours a gap could hide the ticks that really decide.
 */
function spanProblems({ order, tickCount }: Receipt, tree: ProductTree, ticks: readonly ReceiptTick[]) {
  const problems: ReceiptProblem[] = []
  const isAfter = (index: number) => {
    const [before, tick] = [ticks[index - 1], ticks[index]]
    return before !== undefined && tick !== undefined && before.sequence === tick.sequence - 1
  }
  const [first, last] = [ticks[0], ticks[ticks.length - 1]]
  if (tickCount !== (first && last ? last.sequence - first.sequence + 1 : 0)) problems.push({ kind: 'ticks' })
  const entry = ticks.findIndex((tick) => tick.at > order.acceptedAt)
  const beginsRight = entry === 1 ? isAfter(1) : entry === 0 ? first?.sequence === 1 : ticks.length <= 1
  if (!beginsRight) problems.push({ kind: 'begins_late' })
  const end = endOf(order, ticks)
  const successor = ticks.findIndex((tick) => tick.at > end)
  const endsRight =
    successor < 0
      ? (last?.sequence ?? 0) === tree.size
      : successor === ticks.length - 1 && (successor === 0 || isAfter(successor))
  if (!endsRight) problems.push({ kind: 'ends_early' })
  return problems
}

/** Prices come from the sources that the terms name, at about the time that the source itself gives. */
function sourceProblems(order: ReceiptOrder, ticks: readonly ReceiptTick[]): ReceiptProblem[] {
  const sources = order.source.split(',')
  const instruments = order.instrument.split(',')
  const deciding = ticks.filter(({ at }) => at > order.acceptedAt && at <= endOf(order, ticks))
  const isAgreed = ({ source, instrument }: ReceiptTick) =>
    sources.some((name, index) => name === source && instruments[index] === instrument)
  return deciding.flatMap((tick): ReceiptProblem[] => {
    const { sequence, at, sourceAt } = tick
    return [
      ...(isAgreed(tick) ? [] : [{ kind: 'source' as const, sequence }]),
      ...(Math.abs(at - sourceAt) <= SOURCE_CLOCK_MAX_MS ? [] : [{ kind: 'source_time' as const, sequence }]),
    ]
  })
}

const logOf = ({ logs }: { logs: readonly LogTree[] }, name: string): LogTree =>
  logs.find((log) => log.name === name) ?? { name, size: 0, root: '' }

/** When the fixed head was made, every price up to the end was in the log, and the order was not settled yet. */
const isFixedBefore = ({ fixed, places }: Receipt, tree: ProductTree, end: number) =>
  tree.through >= end && logOf(fixed, 'settlements').size <= places.settlement.leaf

/** The three heads are in the log of heads, in their order; the last one is the last of what is signed. */
function headProblems(receipt: Receipt, checkpoint: Checkpoint | undefined): ReceiptProblem[] {
  const { accepted, fixed, head, heads, publicKey } = receipt
  if (!checkpoint || checkpoint.size !== head.number || !isSignedByLog(checkpoint, publicKey))
    return [{ kind: 'checkpoint' }]
  const { size, root } = checkpoint
  const isIn = (leaf: string, number: number, path: readonly string[]) => isIncluded(leaf, number - 1, size, path, root)
  const areIn =
    isIn(headLeaf(accepted, accepted.products), accepted.number, heads.accepted) &&
    isIn(headLeaf(fixed, productsRoot(fixed)), fixed.number, heads.fixed) &&
    isIn(headLeaf(head, productsRoot(head)), head.number, heads.head) &&
    isInOrder({ products: [], logs: accepted.logs }) &&
    [fixed, head].every(isInOrder)
  const history = logsProblem(fixed, head, receipt.consistency)
  const inOrder = accepted.number <= fixed.number && accepted.at <= fixed.at
  return [
    ...(areIn ? [] : [{ kind: 'heads' as const }]),
    ...(history ? [{ kind: 'history' as const, problem: history }] : []),
    ...(inOrder ? [] : [{ kind: 'history' as const, problem: { kind: 'order' as const } }]),
  ]
}

/** The order was accepted with these terms, before a price could decide it, and settled with them. */
function logProblems({ order, acceptance, accepted, head, places, publicKey, keys }: Receipt): ReceiptProblem[] {
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
  const isSettled = isIn(settlementText(order), places.settlement, logOf(head, 'settlements'))
  return [
    ...(isOurs ? [] : [{ kind: 'keys' as const }]),
    ...(isAccepted ? [] : [{ kind: 'acceptance' as const }]),
    ...(accepted.at <= order.acceptedAt + order.entryTimeoutMs ? [] : [{ kind: 'accepted_late' as const }]),
    ...(isSettled ? [] : [{ kind: 'settlement' as const }]),
  ]
}

function verdictProblems(order: ReceiptOrder, verdict: Verdict): ReceiptProblem[] {
  const { entry, exit } = verdict
  const stake = new Big(order.stake)
  const profit = stake.times(order.earningsRateBp).times('0.0001').round(0, Big.roundDown)
  const expected: Record<DecidedField, string | number | null> = {
    status: verdict.status,
    voidReason: verdict.voidReason,
    profitLoss: verdict.status === 'won' ? profit.toFixed() : verdict.status === 'lost' ? stake.neg().toFixed() : '0',
    payout: stake.plus(profit).toFixed(),
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

/** Checks everything that a receipt claims, on this device and believing nobody (PRODUCT.md 1.1). */
export function checkReceipt(receipt: unknown): ReceiptCheck {
  if (!isReceipt(receipt)) return { problems: [{ kind: 'format' }], verdict: null, ticks: [], whole: false }
  const { order, fixed } = receipt
  const checkpoint = parseCheckpoint(receipt.checkpoint)
  const problems = [...headProblems(receipt, checkpoint), ...logProblems(receipt)]
  const ticks = receipt.ranges.flatMap((range) => range.ticks)
  const tree = fixed.products.find(({ symbol }) => symbol === order.symbol)
  const end = endOf(order, ticks)
  if (tree) {
    problems.push(...rangeProblems(receipt, tree), ...orderProblems(ticks), ...spanProblems(receipt, tree, ticks))
    if (!isFixedBefore(receipt, tree, end)) problems.push({ kind: 'not_fixed_before' })
  } else problems.push({ kind: 'ticks' })
  problems.push(...sourceProblems(order, ticks))
  if (order.closedAt < end) problems.push({ kind: 'closed_early' })
  const verdict = decide(order, ticks)
  problems.push(...verdictProblems(order, verdict))
  return { problems, verdict, ticks, whole: ticks.length === receipt.tickCount }
}

/** The terms that this device was given when it placed the order, against those that the receipt settles. */
export function termsProblems(kept: Acceptance, { order, publicKey, keys }: Receipt): ReceiptProblem[] {
  const isOurs = kept.publicKey === publicKey || keysBefore(keys).includes(kept.publicKey)
  if (!isOurs || !isSignedBy(acceptanceText(kept.terms), kept.signature, kept.publicKey))
    return [{ kind: 'acceptance' }]
  const changed = TERM_FIELDS.filter((field) => kept.terms[field] !== order[field])
  return changed.map((field) => ({ kind: 'terms_changed', field }))
}
