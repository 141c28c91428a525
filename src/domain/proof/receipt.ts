import type { Receipt, ReceiptOrder, ReceiptTick } from '../../../contract/proof'
import { addIntegers, divideDigits, multiplyIntegers, negateInteger } from '../integers'
import { leafHash } from './hashing'
import { type HistoryProblem, historyProblem } from './heads'
import { isIncluded, isRange } from './merkle'
import { decide, type Verdict } from './rule'

/** What the rule decides about an order. */
type DecidedField =
  | ('status' | 'voidReason' | 'profitLoss' | 'payout' | 'expiresAt')
  | `${'entry' | 'exit'}${'Sequence' | 'At' | 'Price'}`

/** What does not hold, named so that a person can be told. */
export type ReceiptProblem =
  | { kind: 'format' }
  | { kind: 'history'; problem: HistoryProblem }
  | { kind: 'settlement' }
  | { kind: 'ticks' }
  | { kind: 'tick_order'; sequence: number }
  | { kind: 'tick_missing'; sequence: number }
  | { kind: 'begins_late' }
  | { kind: 'ends_early' }
  | { kind: 'not_fixed_before' }
  | { kind: 'field'; field: DecidedField }

export interface ReceiptCheck {
  problems: ReceiptProblem[]
  /** What the rule gives for the ticks of the receipt; null where they could not be read that far. */
  verdict: Verdict | null
  /** All ticks that the receipt carries, in order. */
  ticks: ReceiptTick[]
  /** False where a long contract's middle was left out: its ends are proven, what lies between has no part in the result. */
  whole: boolean
}

const tickText = (symbol: string, tick: ReceiptTick) =>
  ['tick', 1, symbol, tick.sequence, tick.at, tick.price, tick.size, tick.source, tick.sourceAt].join('|')

/** Leaf of the settlement log (docs/PROOF.md, "Trees"). */
export function settlementText(order: ReceiptOrder): string {
  const or = (value: string | number | null) => value ?? '-'
  return [
    'settlement',
    1,
    order.id,
    order.symbol,
    order.direction,
    order.stake,
    order.payout,
    order.earningsRateBp,
    order.durationSeconds,
    order.acceptedAt,
    or(order.entrySequence),
    or(order.entryAt),
    or(order.entryPrice),
    or(order.expiresAt),
    or(order.exitSequence),
    or(order.exitAt),
    or(order.exitPrice),
    order.status,
    or(order.voidReason),
    order.profitLoss,
    order.closedAt,
    order.entryTimeoutMs,
    order.staleAfterMs,
  ].join('|')
}

function rangeProblems(receipt: Receipt): ReceiptProblem[] {
  const tree = receipt.head.products.find(({ symbol }) => symbol === receipt.order.symbol)
  const problems: ReceiptProblem[] = []
  for (const { ticks, path } of receipt.ranges) {
    const first = ticks[0]
    let last = first
    for (const tick of ticks.slice(1)) {
      if (last && tick.sequence !== last.sequence + 1)
        problems.push({ kind: 'tick_missing', sequence: last.sequence + 1 })
      if (last && tick.at < last.at) problems.push({ kind: 'tick_order', sequence: tick.sequence })
      last = tick
    }
    const leaves = ticks.map((tick) => leafHash(tickText(receipt.order.symbol, tick)))
    if (!tree || !first || !isRange(leaves, first.sequence - 1, tree, path)) problems.push({ kind: 'ticks' })
  }
  return problems
}

/** The ticks must reach from the acceptance to the end of the contract, or to where the log begins or ends. */
function spanProblems(receipt: Receipt, ticks: readonly ReceiptTick[], whole: boolean): ReceiptProblem[] {
  const { order, head } = receipt
  const size = head.products.find(({ symbol }) => symbol === order.symbol)?.size ?? 0
  const endMs = order.expiresAt ?? order.acceptedAt + order.entryTimeoutMs
  const [first, last] = [ticks[0], ticks.at(-1)]
  if (!first || !last) return size === 0 ? [] : [{ kind: 'begins_late' }]
  const problems: ReceiptProblem[] = []
  if (first.at > order.acceptedAt && first.sequence !== 1) problems.push({ kind: 'begins_late' })
  if (last.at <= endMs && last.sequence !== size) problems.push({ kind: 'ends_early' })
  if (receipt.tickCount !== last.sequence - first.sequence + 1) problems.push({ kind: 'ticks' })
  if (whole && ticks.length !== receipt.tickCount) problems.push({ kind: 'ticks' })
  return problems
}

/** The fixed head must hold the deciding tick and be older than the settlement. */
function isFixedBefore({ order, fixed, settlement }: Receipt): boolean {
  const size = fixed.products.find(({ symbol }) => symbol === order.symbol)?.size ?? 0
  return (order.exitSequence ?? order.entrySequence ?? 0) <= size && fixed.settlementSize <= settlement.leaf
}

function verdictProblems(order: ReceiptOrder, verdict: Verdict): ReceiptProblem[] {
  const { entry, exit } = verdict
  const profit = divideDigits(multiplyIntegers(order.stake, String(order.earningsRateBp)), '10000').quotient
  const expected: Record<DecidedField, string | number | null> = {
    status: verdict.status,
    voidReason: verdict.voidReason,
    profitLoss: verdict.status === 'won' ? profit : verdict.status === 'lost' ? negateInteger(order.stake) : '0',
    payout: addIntegers(order.stake, profit),
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
export function checkReceipt(receipt: Receipt): ReceiptCheck {
  const nothing = { verdict: null, ticks: [], whole: false }
  if (receipt.format !== 'fairtick-receipt-1' || receipt.rule !== 1)
    return { problems: [{ kind: 'format' }], ...nothing }
  const { order, fixed, head } = receipt
  const problems: ReceiptProblem[] = []
  const history = historyProblem(fixed, head, receipt.consistency)
  if (history) problems.push({ kind: 'history', problem: history })
  const { leaf, path } = receipt.settlement
  if (!isIncluded(leafHash(settlementText(order)), leaf, head.settlementSize, path, head.settlementRoot))
    problems.push({ kind: 'settlement' })
  problems.push(...rangeProblems(receipt))
  const ticks = receipt.ranges.flatMap((range) => range.ticks)
  const [first, second] = receipt.ranges
  const whole = !second || first?.ticks.at(-1)?.sequence === (second.ticks[0]?.sequence ?? 0) - 1
  problems.push(...spanProblems(receipt, ticks, whole))
  if (fixed.number !== head.number && !isFixedBefore(receipt)) problems.push({ kind: 'not_fixed_before' })
  const verdict = decide(order, ticks)
  problems.push(...verdictProblems(order, verdict))
  return { problems, verdict, ticks, whole }
}
