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

/**
 * For each step of a path from a node up to the root of its tree (RFC 9162, section 2.1.3.2), whether the sibling is on the
 * left; undefined if the tree has another number of steps.
 */
function sidesOf(index: number, lastIndex: number, steps: number): boolean[] | undefined {
  let [place, last] = [index, lastIndex]
  const up = () => {
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  const sides: boolean[] = []
  while (sides.length < steps && last !== 0) {
    const isLeft = place % 2 === 1 || place === last
    sides.push(isLeft)
    if (isLeft) while (place % 2 === 0 && place !== 0) up()
    up()
  }
  return last === 0 && sides.length === steps ? sides : undefined
}

const climb = (start: string, path: readonly string[], sides: readonly boolean[]): string =>
  path.reduce((hash, sibling, step) => (sides[step] ? nodeHash(sibling, hash) : nodeHash(hash, sibling)), start)

/** The root of the tree of `size` that has the leaf at `index`; undefined for a wrong path. */
export function rootAbove(leaf: string, index: number, size: number, path: readonly string[]): string | undefined {
  const sides = index < 0 || index >= size ? undefined : sidesOf(index, size - 1, path.length)
  return sides && climb(leaf, path, sides)
}

/** Whether the leaf is at `index` in the tree of `size` with that root. */
export const isIncluded = (leaf: string, index: number, size: number, path: readonly string[], root: string): boolean =>
  rootAbove(leaf, index, size, path) === root

export interface TreeState {
  size: number
  root: string
}

/**
 * The roots of the older and of the newer tree that a path of consistency leads to (RFC 9162, section 2.1.4.2); undefined for one
 * that leads nowhere. The older one still has to be compared with the root that is known.
 */
export function rootsOf(older: TreeState, size: number, path: readonly string[]): [string, string] | undefined {
  if (older.size === size) return path.length === 0 ? [older.root, older.root] : undefined
  if (older.size === 0 || older.size > size) return undefined
  let place = older.size - 1
  let last = size - 1
  while (place % 2 === 1) {
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  const rest = place === 0 ? path : path.slice(1)
  const first = place === 0 ? older.root : path[0]
  const sides = sidesOf(place, last, rest.length)
  if (first === undefined || !sides) return undefined
  const isLeft = (_: string, step: number) => sides[step] === true
  const before = rest.filter(isLeft).reduce((hash, sibling) => nodeHash(sibling, hash), first)
  return [before, climb(first, rest, sides)]
}

/** Whether the newer tree begins with the whole older one. */
export function isConsistent(older: TreeState, newer: TreeState, path: readonly string[]): boolean {
  if (older.size === 0 && newer.size > 0) return path.length === 0 && older.root === EMPTY_ROOT
  const roots = rootsOf(older, newer.size, path)
  return roots?.[0] === older.root && roots[1] === newer.root
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
