import type { Receipt, ReceiptTick, TreeHead, WindowHead } from '../contract/proof'
import { leafHash, sha256Text } from './hashing'
import { headLeaf, headLeafOf, productsRoot, THROUGH_AHEAD_MAX_MS } from './heads'
import type { Checkpoint } from './notes'
import type { ReceiptProblem } from './problems'
import { productText } from './texts'
import { isRange, rootAbove } from './trees'

/** Up to this many heads a receipt shows all; of more the first and the last ones, and some in between. */
const WHOLE_MAX = 120
const EDGE = 50
const SAMPLES = 16
const SAMPLE_DIGITS = 12

/**
 * For how long the prices of the order stood in no head, in ms: so long the house could still choose them. Only
 * neighbors count if not all heads are shown.
 */
export const unfixedMs = ({ window }: Pick<Receipt, 'window'>): number =>
  Math.max(
    0,
    ...window.flatMap(({ heads }) => heads.slice(1).map(({ at }, index) => at - (heads[index]?.through ?? at))),
  )

const numbersFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index)

/**
 * Numbers of the heads that a receipt has to show, neighbors grouped. The sample follows from the root of the
 * checkpoint, so a house that signs a log does not choose which of its heads are looked at.
 */
function windowNumbers({ order, accepted, fixed }: Receipt, root: string): number[][] {
  const total = fixed.number - accepted.number + 1
  if (total <= WHOLE_MAX) return [numbersFrom(accepted.number, total)]
  const sampled = numbersFrom(0, SAMPLES).map((index) => {
    const hash = sha256Text(['window', 1, order.id, root, index].join('|'))
    const drawn = Number.parseInt(hash.slice(0, SAMPLE_DIGITS), 16)
    return accepted.number + EDGE + (drawn % (total - 2 * EDGE))
  })
  const between = [...new Set(sampled)].sort((a, b) => a - b)
  const last = numbersFrom(fixed.number - EDGE + 1, EDGE)
  return [numbersFrom(accepted.number, EDGE), ...between.map((number) => [number]), last]
}

/** The leaf of a head in the log of heads, with the product of that symbol at its place; undefined for a wrong path. */
export function leafOf(symbol: string, head: WindowHead): string | undefined {
  const products = rootAbove(leafHash(productText({ ...head, symbol })), head.index, head.count, head.path)
  return products === undefined ? undefined : headLeafOf({ ...head, products })
}

/** Whether these are the heads from `accepted` to `fixed` that have to be shown, each in the signed log of heads. */
function isTheWindow(receipt: Receipt, { size, root }: Checkpoint): boolean {
  const { order, accepted, fixed, window } = receipt
  if (accepted.number > fixed.number) return false
  const numbers = windowNumbers(receipt, root)
  const leaves = window.map(({ heads }) => heads.map((head) => leafOf(order.symbol, head) ?? ''))
  const last = leaves[leaves.length - 1] ?? []
  return (
    numbers.length === window.length &&
    areCounted(
      window.flatMap(({ heads }) => heads),
      fixed,
    ) &&
    window.every(({ heads, path }, part) => {
      const wanted = numbers[part] ?? []
      const areThose = heads.length === wanted.length && heads.every(({ number }, at) => number === wanted[at])
      return areThose && isRange(leaves[part] ?? [], (wanted[0] ?? 0) - 1, { size, root }, path)
    }) &&
    leaves[0]?.[0] === headLeaf(accepted, accepted.products) &&
    last[last.length - 1] === headLeaf(fixed, productsRoot(fixed))
  )
}

/** A path fits several counts of products; they only grow, up to those of `fixed`, which are all shown. */
function areCounted(heads: readonly WindowHead[], { products }: TreeHead): boolean {
  const counts = heads.map(({ count }) => count)
  const grow = counts.every((count, index) => index === 0 || (counts[index - 1] ?? 0) <= count)
  return grow && counts[counts.length - 1] === products.length
}

/** From head to head times rise, no tick goes, and nothing is called complete that lies ahead. */
function isRising(heads: readonly WindowHead[]): boolean {
  return heads.every(({ at, size, through }, index) => {
    const before = heads[index - 1]
    const goesOn = !before || (at > before.at && size >= before.size && through >= before.through)
    return goesOn && through <= at + THROUGH_AHEAD_MAX_MS
  })
}

/**
 * The heads between the acceptance and the end of an order, as the product's log grew. With them no head can have been made
 * for one order with fewer prices, and no price added later with an earlier time.
 */
export function windowProblems(
  receipt: Receipt,
  checkpoint: Checkpoint | undefined,
  ticks: readonly ReceiptTick[],
  end: number,
): ReceiptProblem[] {
  const heads = receipt.window.flatMap((range) => range.heads)
  const reached = heads.findIndex(({ through }) => through >= end)
  const late = ticks.filter(({ sequence, at }) => heads.some(({ size, through }) => sequence > size !== at > through))
  return [
    ...(checkpoint && !isTheWindow(receipt, checkpoint) ? [{ kind: 'window' as const }] : []),
    ...(isRising(heads) ? [] : [{ kind: 'window_order' as const }]),
    ...(reached === heads.length - 1 ? [] : [{ kind: 'fixed_not_first' as const }]),
    ...late.map(({ sequence }) => ({ kind: 'dated_back' as const, sequence })),
  ]
}
