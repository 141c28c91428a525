import { EMPTY_ROOT, leafHash, nodeHash } from './hashing'
import { WrongLog } from './steps'

/** The map of results built from its leaves (docs/PROOF_FORMAT.md, "Results"). */

export const DAY_MINUTES = 1_440
export const MINUTE_BITS = 11
export const DAY_BITS = 16
const KEY_BITS = 256
const LEAF = /^settled\|1\|(0|[1-9]\d{0,7})\|([0-9a-f]{64})\|[0-9a-f]{64}$/

/** The hash of a subtree with a leaf; a subtree without one is undefined. */
export interface Subtree {
  isLeaf: boolean
  hash: string
}

export interface Place {
  place: number
  tree: Subtree | undefined
}

/** A settlement in the map, by its index in the log of settlements. */
export interface Result {
  index: number
  /** Hex. */
  key: string
  /** Hash of its leaf. */
  leaf: string
}

/** Settlement `index` of the log, and the minute of its order; throws `WrongLog`. */
export function readResult(index: number, text: string): Result & { minute: number } {
  const [, minuteText, key] = LEAF.exec(text) ?? []
  const minute = Number(minuteText)
  if (!key || minute >= 2 ** DAY_BITS * DAY_MINUTES)
    throw new WrongLog(`settlement ${index + 1} is not in the form of a settlement`)
  return { index, minute, key, leaf: leafHash(text) }
}

/** Two neighboring subtrees as one; a subtree with one leaf is that leaf. */
function joined(left: Subtree | undefined, right: Subtree | undefined): Subtree | undefined {
  if (!left || !right) {
    const only = left ?? right
    if (!only || only.isLeaf) return only
  }
  return { isLeaf: false, hash: nodeHash(left?.hash ?? EMPTY_ROOT, right?.hash ?? EMPTY_ROOT) }
}

/** A subtree of `bits` levels over subtrees at places of it. */
export function treeOver(places: readonly Place[], bits: number): Subtree | undefined {
  if (places.length === 0) return undefined
  if (bits === 0) return places[0]?.tree
  const isRight = ({ place }: Place) => Math.floor(place / 2 ** (bits - 1)) % 2 === 1
  const left = places.filter((each) => !isRight(each))
  return joined(treeOver(left, bits - 1), treeOver(places.filter(isRight), bits - 1))
}

/** The subtree of one minute. */
export function treeOfMinute(results: readonly Result[], bit = 0): Subtree | undefined {
  const [first] = results
  if (!first || results.length === 1 || bit === KEY_BITS) return first && { isLeaf: true, hash: first.leaf }
  const isRight = ({ key }: Result) => ((Number.parseInt(key.charAt(bit >> 2), 16) >> (3 - (bit & 3))) & 1) === 1
  const left = results.filter((each) => !isRight(each))
  return joined(treeOfMinute(left, bit + 1), treeOfMinute(results.filter(isRight), bit + 1))
}
