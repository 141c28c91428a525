import type { Consistency, ProductTree, TreeHead } from '../contract/proof'
import { headLeaf, isInOrder, productsRoot, THROUGH_AHEAD_MAX_MS } from './heads'
import { RESULTS } from './results'
import { isHead, isPath } from './shape'
import { isConsistent, rootsOf, type TreeState } from './trees'

/** The house's fault, in one sentence. */
export class WrongLog extends Error {}

/** A head that was looked at: the root of the log of heads up to it, and the hash of its leaf. */
export interface KnownHead {
  number: number
  root: string
  leaf: string
}

/** A time as people read it. */
export const timeOf = (ms: number): string => new Date(ms).toISOString()

/**
 * The hash of the leaf of a head, which by itself is as heads have to be; throws `WrongLog` if it is not.
 * @param head as the server sent it
 */
export function leafOfHead(head: TreeHead): string {
  if (!isHead(head) || !isInOrder(head))
    throw new WrongLog(`head ${(head as TreeHead | undefined)?.number} is not in the form of a head`)
  const { number, at, products } = head
  const early = products.find(({ through }) => through > at + THROUGH_AHEAD_MAX_MS)
  if (early) {
    const { symbol, through } = early
    throw new WrongLog(
      `head ${number} of ${timeOf(at)} calls the prices of ${symbol} complete up to ${timeOf(through)}, which was to come`,
    )
  }
  const sizeOf = (name: string) => head.logs.find((log) => log.name === name)?.size
  const [results, settlements] = [sizeOf(RESULTS), sizeOf('settlements')]
  if (results === undefined || results !== settlements)
    throw new WrongLog(`head ${number} has a map of ${results ?? 'no'} results of ${settlements ?? 'no'} settlements`)
  return headLeaf(head, productsRoot(head))
}

type Tree = TreeState & Partial<Pick<ProductTree, 'through'>>

/** One log or product of a head and of the head after it; throws `WrongLog`. */
function checkTree(what: string, number: number, before: Tree, after: Tree | undefined, path: unknown): void {
  if (!after) throw new WrongLog(`head ${number} lacks ${what}, which the head before it has`)
  if (after.size < before.size)
    throw new WrongLog(`${what} went from ${before.size} to ${after.size} entries with head ${number}`)
  const [through, throughBefore] = [after.through ?? 0, before.through ?? 0]
  if (through < throughBefore)
    throw new WrongLog(
      `${what} of head ${number} are complete up to ${timeOf(through)}, in the head before it up to ${timeOf(throughBefore)}`,
    )
  if (!isPath(path) || !isConsistent(before, after, path))
    throw new WrongLog(`${what} of head ${number} do not go on from the ${before.size} entries of the head before it`)
}

/** The path of the one that is looked for; the answer may be anything. */
const pathOf = <T extends { path: string[] }>(list: readonly T[], isIt: (each: T) => boolean): unknown =>
  Array.isArray(list) ? list.find((each) => each && isIt(each))?.path : undefined

/**
 * Looks at the step from one head to the next, as `/api/proof/consistency` shows it. Returns what is known of the next head; throws
 * `WrongLog`.
 */
export function checkStep(known: KnownHead, { from, to, products, logs, heads }: Consistency): KnownHead {
  const number = known.number + 1
  if (leafOfHead(from) !== known.leaf) throw new WrongLog(`head ${known.number} is not what it was`)
  const leaf = leafOfHead(to)
  const path = isPath(heads) ? heads : []
  const roots = rootsOf({ size: known.number, root: known.root }, number, path)
  // The new leaf is a hash of the path itself; only a complete older tree needs none before it.
  const place = Number.isInteger(Math.log2(known.number)) ? 0 : 1
  if (to.number !== number || roots?.[0] !== known.root || path[place] !== leaf)
    throw new WrongLog(`the log of heads does not go on from head ${known.number} to head ${number}`)
  if (to.at <= from.at)
    throw new WrongLog(`head ${number} is of ${timeOf(to.at)}, and the head before it of ${timeOf(from.at)}`)
  for (const earlier of from.products) {
    const isIt = ({ symbol }: { symbol: string }) => symbol === earlier.symbol
    checkTree(`the prices of ${earlier.symbol}`, number, earlier, to.products.find(isIt), pathOf(products, isIt))
  }
  for (const earlier of from.logs) {
    const isIt = ({ name }: { name: string }) => name === earlier.name
    const later = to.logs.find(isIt)
    // Not append-only: whoever reads the settlements builds it again.
    if (earlier.name === RESULTS && later) continue
    checkTree(`the log ${earlier.name}`, number, earlier, later, pathOf(logs, isIt))
  }
  return { number, root: roots[1], leaf }
}
