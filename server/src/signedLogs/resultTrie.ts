import { EMPTY_ROOT, nodeHash } from './merkle'

/**
 * The map of results (docs/PROOF_DESIGN.md, "Results"): a binary trie over 16 bits of day, 11 of minute and 256 of key. A
 * subtree of one leaf is that leaf, so its depth follows from the leaves alone. Nodes never change: a new trie shares
 * what stayed the same.
 */
export const DAY_DEPTH = 16
export const MINUTE_DEPTH = 27
const DEPTH_MAX = MINUTE_DEPTH + 256
const MINUTES_A_DAY = 1_440

/** Where a result is: the minute of the order's id, since 1970, and the SHA-256 of the id. */
export interface ResultPlace {
  minute: number
  key: Buffer
}

interface Known {
  /** How many leaves are below. */
  count: number
  hash: Buffer
  /** The largest number of one of them in the log of settlements; -1 without any. */
  last: number
}

export type ResultLeaf = Known & ResultPlace & { kind: 'leaf' }

export type Node =
  | (Known & { kind: 'none' })
  | ResultLeaf
  | (Known & { kind: 'branch'; left: Node; right: Node })
  /** The subtree of a day or a minute that is closed: what is below is not in memory. */
  | (Known & { kind: 'closed' })

export const NONE: Node = { kind: 'none', count: 0, hash: EMPTY_ROOT, last: -1 }
export const closed = ({ count, hash, last }: Known): Node => ({ kind: 'closed', count, hash, last })

export const dayOf = (minute: number) => Math.floor(minute / MINUTES_A_DAY)
export const firstMinuteOf = (day: number) => day * MINUTES_A_DAY

function bitOf({ minute, key }: ResultPlace, depth: number): number {
  if (depth < DAY_DEPTH) return (dayOf(minute) >> (DAY_DEPTH - 1 - depth)) & 1
  if (depth < MINUTE_DEPTH) return ((minute % MINUTES_A_DAY) >> (MINUTE_DEPTH - 1 - depth)) & 1
  const bit = depth - MINUTE_DEPTH
  return ((key[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1
}

function join(left: Node, right: Node): Node {
  const count = left.count + right.count
  if (count <= 1) return left.count === 1 ? left : right
  const hash = nodeHash(left.hash, right.hash)
  return { kind: 'branch', count, hash, last: Math.max(left.last, right.last), left, right }
}

function halvesOf(node: Node, depth: number): readonly [Node, Node] {
  switch (node.kind) {
    case 'none':
      return [NONE, NONE]
    case 'leaf':
      return bitOf(node, depth) === 1 ? [NONE, node] : [node, NONE]
    case 'branch':
      return [node.left, node.right]
    case 'closed':
      throw new Error('a part of the map of results is needed and not in memory')
  }
}

/** Divides items by their places into the two halves of a subtree at this depth. */
function divided<T extends ResultPlace>(items: readonly T[], depth: number): readonly [T[], T[]] {
  const [left, right]: [T[], T[]] = [[], []]
  for (const item of items) (bitOf(item, depth) === 1 ? right : left).push(item)
  return [left, right]
}

/** Adds leaves to a subtree at this depth. Throws if a place is taken: an order has one result. */
export function addLeaves(node: Node, depth: number, leaves: readonly ResultLeaf[]): Node {
  const [first] = leaves
  if (!first) return node
  if (leaves.length === 1 && node.kind === 'none') return first
  if (depth === DEPTH_MAX) throw new Error('an order has two results')
  const [left, right] = halvesOf(node, depth)
  const [toLeft, toRight] = divided(leaves, depth)
  return join(addLeaves(left, depth + 1, toLeft), addLeaves(right, depth + 1, toRight))
}

/** Any place in a minute: its key decides nothing above. */
const NO_KEY = Buffer.alloc(0)

/** A subtree of a day or a minute; `minute` is one of the day, or that minute. */
export interface Subtree {
  minute: number
  node: Node
}

/** Puts subtrees at `to` (`DAY_DEPTH` or `MINUTE_DEPTH`) in place of those that are there. */
export function withSubtrees(root: Node, to: number, subtrees: readonly Subtree[]): Node {
  const replace = (node: Node, depth: number, items: readonly (Subtree & ResultPlace)[]): Node => {
    if (items.length === 0) return node
    if (depth === to) return items[0]?.node ?? node
    const [left, right] = halvesOf(node, depth)
    const [toLeft, toRight] = divided(items, depth)
    return join(replace(left, depth + 1, toLeft), replace(right, depth + 1, toRight))
  }
  return replace(
    root,
    0,
    subtrees.map((subtree) => ({ ...subtree, key: NO_KEY })),
  )
}

/** The subtree of a day or a minute; a closed one above it if that is not in memory. */
export function subtreeOf(root: Node, to: number, minute: number): Node {
  const place = { minute, key: NO_KEY }
  let node = root
  for (let depth = 0; depth < to; depth++) {
    if (node.kind === 'none' || node.kind === 'closed') return node
    node = halvesOf(node, depth)[bitOf(place, depth)] ?? NONE
  }
  return node
}

/** The same trie with these days or minutes closed. A single leaf stays: its place shows how deep it is. */
export function withClosed(root: Node, to: number, minutes: readonly number[]): Node {
  const open = minutes
    .map((minute) => ({ minute, node: subtreeOf(root, to, minute) }))
    .filter(({ node }) => node.kind === 'branch')
  return withSubtrees(
    root,
    to,
    open.map(({ minute, node }) => ({ minute, node: closed(node) })),
  )
}

/** The entry found at a place, and the sibling hashes on the way there, from the leaf up. */
export function pathTo(root: Node, place: ResultPlace): { found: ResultLeaf | undefined; path: Buffer[] } {
  const path: Buffer[] = []
  let node = root
  for (let depth = 0; node.kind === 'branch' || node.kind === 'closed'; depth++) {
    const [left, right] = halvesOf(node, depth)
    const isRight = bitOf(place, depth) === 1
    path.unshift((isRight ? left : right).hash)
    node = isRight ? right : left
  }
  return { found: node.kind === 'leaf' ? node : undefined, path }
}
