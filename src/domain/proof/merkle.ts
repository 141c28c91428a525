import { EMPTY_ROOT, nodeHash } from './hashing'

/**
 * Checks of RFC 6962 trees. Hashes are hex; sizes and places are counts of leaves. Each returns a value, none throws.
 */

/** The largest power of two below `count`; `count` is at least 2. */
function splitOf(count: number): number {
  let half = 1
  while (half * 2 < count) half *= 2
  return half
}

/** The root over leaf hashes. */
export function rootOf(leaves: readonly string[], from = 0, to = leaves.length): string {
  if (to === from) return EMPTY_ROOT
  if (to - from === 1) return leaves[from] ?? EMPTY_ROOT
  const middle = from + splitOf(to - from)
  return nodeHash(rootOf(leaves, from, middle), rootOf(leaves, middle, to))
}

/** RFC 9162, section 2.1.3.2: the root of the tree of `size` that has the leaf at `index`; undefined for a wrong path. */
export function rootAbove(leaf: string, index: number, size: number, path: readonly string[]): string | undefined {
  if (index < 0 || index >= size) return undefined
  let place = index
  let last = size - 1
  let hash = leaf
  for (const sibling of path) {
    if (last === 0) return undefined
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(sibling, hash)
      while (place % 2 === 0 && place !== 0) {
        place = Math.floor(place / 2)
        last = Math.floor(last / 2)
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hash : undefined
}

/** Whether the leaf is at `index` in the tree of `size` with that root. */
export const isIncluded = (leaf: string, index: number, size: number, path: readonly string[], root: string): boolean =>
  rootAbove(leaf, index, size, path) === root

export interface TreeState {
  size: number
  root: string
}

/** RFC 9162, section 2.1.4.2: the newer tree begins with the whole older one. */
export function isConsistent(older: TreeState, newer: TreeState, path: readonly string[]): boolean {
  if (older.size > newer.size) return false
  if (older.size === newer.size) return path.length === 0 && older.root === newer.root
  if (older.size === 0) return path.length === 0 && older.root === EMPTY_ROOT
  let place = older.size - 1
  let last = newer.size - 1
  while (place % 2 === 1) {
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  const rest = [...path]
  const first = place === 0 ? older.root : rest.shift()
  if (first === undefined) return false
  let [before, after] = [first, first]
  for (const sibling of rest) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      before = nodeHash(sibling, before)
      after = nodeHash(sibling, after)
      while (place % 2 === 0 && place !== 0) {
        place = Math.floor(place / 2)
        last = Math.floor(last / 2)
      }
    } else {
      after = nodeHash(after, sibling)
    }
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && before === older.root && after === newer.root
}

/** Neighboring leaves that begin at `from` are in that tree (docs/PROOF_FORMAT.md, "Ranges"). */
export function isRange(leaves: readonly string[], from: number, tree: TreeState, path: readonly string[]): boolean {
  const to = from + leaves.length
  if (from < 0 || leaves.length === 0 || to > tree.size) return false
  let taken = 0
  const walk = (low: number, high: number): string => {
    if (high <= from || low >= to) return path[taken++] ?? ''
    if (low >= from && high <= to) return rootOf(leaves, low - from, high - from)
    const middle = low + splitOf(high - low)
    const left = walk(low, middle)
    return nodeHash(left, walk(middle, high))
  }
  return walk(0, tree.size) === tree.root && taken === path.length
}
