import type { Consistency, TreeHead } from '../../../contract/proof'
import { isSignedBy, leafHash, textHash } from './hashing'
import { isConsistent, rootOf } from './merkle'

/** What of a head the app keeps, to ask for consistency with it at the next visit. */
export type RememberedHead = TreeHead

/** The text that is signed (docs/PROOF.md, "Heads"). */
export function headText(head: TreeHead): string {
  const market = rootOf(
    head.products.map(({ symbol, size, through, root }) => leafHash(`product|2|${symbol}|${size}|${through}|${root}`)),
  )
  return `head|1|${head.number}|${head.at}|${market}|${head.settlementSize}|${head.settlementRoot}|${head.previous}`
}

/** What the next head names as `previous`. */
export const headHash = (head: TreeHead): string => textHash(headText(head))

const isInOrder = (head: TreeHead) =>
  head.products.every(({ symbol }, index) => index === 0 || (head.products[index - 1]?.symbol ?? '') < symbol)

/** Whether the head is signed by the key that it names, and lists its products in order. */
export const isHeadSigned = (head: TreeHead): boolean =>
  isInOrder(head) && isSignedBy(headText(head), head.signature, head.publicKey)

/** What can be wrong between two heads. `symbol` names the product whose log does not continue. */
export type HistoryProblem =
  | { kind: 'signature'; number: number }
  | { kind: 'key_changed' }
  | { kind: 'order' }
  | { kind: 'same_number_differs' }
  | { kind: 'prices_rewritten'; symbol: string }
  | { kind: 'settlements_rewritten' }

/**
 * Whether `newer` only adds to `older`, by the paths of `GET /proof/consistency`. Undefined: it does. Both heads are
 * checked themselves, too.
 */
export function historyProblem(
  older: TreeHead,
  newer: TreeHead,
  paths: Pick<Consistency, 'products' | 'settlements'>,
): HistoryProblem | undefined {
  for (const head of [older, newer]) if (!isHeadSigned(head)) return { kind: 'signature', number: head.number }
  if (older.publicKey !== newer.publicKey) return { kind: 'key_changed' }
  if (older.number > newer.number || older.at > newer.at) return { kind: 'order' }
  if (older.number === newer.number && headText(older) !== headText(newer)) return { kind: 'same_number_differs' }
  if (newer.number === older.number + 1 && newer.previous !== headHash(older)) return { kind: 'order' }
  const later = new Map(newer.products.map((product) => [product.symbol, product]))
  if (paths.products.length !== older.products.length) return { kind: 'prices_rewritten', symbol: '' }
  for (const [index, product] of older.products.entries()) {
    const now = later.get(product.symbol)
    const proof = paths.products[index]
    const goesOn = now && now.through >= product.through && proof?.symbol === product.symbol
    if (!goesOn || !isConsistent(product, now, proof.path)) return { kind: 'prices_rewritten', symbol: product.symbol }
  }
  const [before, after] = [older, newer].map(({ settlementSize: size, settlementRoot: root }) => ({ size, root }))
  return before && after && isConsistent(before, after, paths.settlements)
    ? undefined
    : { kind: 'settlements_rewritten' }
}
