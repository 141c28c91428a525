import type { ProductTree, Receipt, ReceiptTick } from '../contract/proof'
import { leafHash } from './hashing'
import type { ReceiptProblem } from './problems'
import { isLoggedLate, type Ruled } from './rule'
import { tickText } from './texts'
import { isRange } from './trees'

/** Up to this many ticks a receipt shows all of them; of more the middle may be left out. */
const WHOLE_MAX = 2_000

/** The moment up to which the price log decides: the expiry, or the end of the time for an entry. */
export function endOf(ruled: Ruled, ticks: readonly ReceiptTick[]): number {
  const { order } = ruled
  const deadline = order.acceptedAt + order.entryTimeoutMs
  const entry = isLoggedLate(ruled) ? undefined : ticks.find((tick) => tick.at > order.acceptedAt)
  return entry && entry.at <= deadline ? entry.at + order.durationSeconds * 1000 : deadline
}

/** The number of the first tick that is missing between others. */
function gapIn(ticks: readonly ReceiptTick[]): number | undefined {
  const before = ticks.find((tick, index) => (ticks[index + 1]?.sequence ?? tick.sequence + 1) !== tick.sequence + 1)
  return before && before.sequence + 1
}

function rangeProblems(receipt: Receipt, tree: ProductTree): ReceiptProblem[] {
  const problems: ReceiptProblem[] = []
  for (const { ticks, path } of receipt.ranges) {
    const gap = gapIn(ticks)
    if (gap !== undefined) problems.push({ kind: 'tick_missing', sequence: gap })
    const leaves = ticks.map((tick) => leafHash(tickText(receipt.order.symbol, tick)))
    if (!isRange(leaves, (ticks[0]?.sequence ?? 0) - 1, tree, path)) problems.push({ kind: 'ticks' })
  }
  return problems
}

/**
 * Over both ranges: none is left out unless there are very many, the log is in the order of time, and the second range
 * begins after the first.
 */
function orderProblems(tickCount: number, ticks: readonly ReceiptTick[]): ReceiptProblem[] {
  const problems: ReceiptProblem[] = []
  if (tickCount <= WHOLE_MAX && ticks.length < tickCount)
    problems.push({ kind: 'tick_missing', sequence: gapIn(ticks) ?? (ticks[ticks.length - 1]?.sequence ?? 0) + 1 })
  for (const [index, tick] of ticks.entries()) {
    const before = ticks[index - 1]
    if (before && (tick.sequence <= before.sequence || tick.at < before.at))
      problems.push({ kind: 'tick_order', sequence: tick.sequence })
  }
  return problems
}

/**
 * The shown ticks must begin with the neighbor before the entry and end with the neighbor after the exit, or with the
 * first or the last tick of the log. Without both neighbors a gap could hide the ticks that really decide.
 */
function spanProblems(receipt: Receipt, tree: ProductTree, ticks: readonly ReceiptTick[]) {
  const { order, tickCount } = receipt
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
  const end = endOf(receipt, ticks)
  const successor = ticks.findIndex((tick) => tick.at > end)
  const endsRight =
    successor < 0
      ? (last?.sequence ?? 0) === tree.size
      : successor === ticks.length - 1 && (successor === 0 || isAfter(successor))
  if (!endsRight) problems.push({ kind: 'ends_early' })
  return problems
}

/** Prices come from the sources that the terms name, as new at the source as the terms say. */
function sourceProblems(ruled: Ruled, ticks: readonly ReceiptTick[]): ReceiptProblem[] {
  const { order } = ruled
  const sources = order.source.split(',')
  const instruments = order.instrument.split(',')
  const deciding = ticks.filter(({ at }) => at > order.acceptedAt && at <= endOf(ruled, ticks))
  const isAgreed = ({ source, instrument }: ReceiptTick) =>
    sources.some((name, index) => name === source && instruments[index] === instrument)
  return deciding.flatMap((tick): ReceiptProblem[] => {
    const { sequence, at, sourceAt } = tick
    return [
      ...(isAgreed(tick) ? [] : [{ kind: 'source' as const, sequence }]),
      ...(Math.abs(at - sourceAt) <= order.sourceLagMs ? [] : [{ kind: 'source_time' as const, sequence }]),
    ]
  })
}

/** A source's own trade numbers rise as well: an old trade is no new price. */
function sourceOrderProblems(ticks: readonly ReceiptTick[]): ReceiptProblem[] {
  const latest = new Map<string, { sourceAt: number; trade: number | null }>()
  const problems: ReceiptProblem[] = []
  for (const { sequence, source, instrument, sourceAt, trade } of ticks) {
    const name = `${source}|${instrument}`
    const before = latest.get(name) ?? { sourceAt, trade: null }
    const isOld = sourceAt < before.sourceAt || (trade !== null && before.trade !== null && trade <= before.trade)
    if (isOld) problems.push({ kind: 'source_order', sequence })
    latest.set(name, { sourceAt: Math.max(sourceAt, before.sourceAt), trade: trade ?? before.trade })
  }
  return problems
}

/** The problem with the shown ticks under the product's tree of the head `fixed`; undefined: it has none. */
export function tickProblems(
  receipt: Receipt,
  tree: ProductTree | undefined,
  ticks: readonly ReceiptTick[],
): ReceiptProblem[] {
  const inTree: ReceiptProblem[] = tree
    ? [
        ...rangeProblems(receipt, tree),
        ...orderProblems(receipt.tickCount, ticks),
        ...spanProblems(receipt, tree, ticks),
      ]
    : [{ kind: 'ticks' }]
  return [...inTree, ...sourceProblems(receipt, ticks), ...sourceOrderProblems(ticks)]
}
