import { hash } from 'node:crypto'

/** One call, without a hash object: a head hashes ten thousand leaves and as many nodes at a time. */
const sha256 = (bytes: string | Buffer): Buffer => hash('sha256', bytes, 'buffer')

/** RFC 6962, section 2.1: a leaf and an inner node never hash alike. */
const LEAF = '\x00'
const NODE = Buffer.of(0x01)

export const EMPTY_ROOT = sha256('')
export const leafHash = (text: string): Buffer => sha256(LEAF + text)
export const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.concat([NODE, left, right]))

/** The largest power of two below `count`; `count` is at least 2. */
export function splitOf(count: number): number {
  let half = 1
  while (half * 2 < count) half *= 2
  return half
}

/** The root over hashes of leaves (RFC 6962, MTH). */
export function rootOf(leaves: readonly Buffer[], from = 0, to = leaves.length): Buffer {
  if (to === from) return EMPTY_ROOT
  const only = leaves[from]
  if (to - from === 1 && only) return only
  const middle = from + splitOf(to - from)
  return nodeHash(rootOf(leaves, from, middle), rootOf(leaves, middle, to))
}

/** A complete subtree: `2 ** level` leaves, the `position`-th of its level. */
export interface LogNode {
  level: number
  position: number
  hash: Buffer
}

/** The right edge of a growing tree: only the hashes needed to add leaves and to compute the root. */
export class Frontier {
  private readonly peaks: { level: number; hash: Buffer }[] = []
  private count: number

  /** `peaks` are the complete subtrees that make up the first `size` leaves, from the largest. */
  constructor(size = 0, peaks: readonly { level: number; hash: Buffer }[] = []) {
    this.count = size
    this.peaks.push(...peaks)
  }

  get size(): number {
    return this.count
  }

  /** Adds a leaf and reports each subtree that it completes. */
  append(leaf: Buffer, onComplete: (node: LogNode) => void): void {
    let level = 0
    let hash = leaf
    let position = this.count
    this.count += 1
    for (let last = this.peaks.at(-1); last?.level === level; last = this.peaks.at(-1)) {
      this.peaks.pop()
      hash = nodeHash(last.hash, hash)
      level += 1
      position = Math.floor(position / 2)
      onComplete({ level, position, hash })
    }
    this.peaks.push({ level, hash })
  }

  root(): Buffer {
    const last = this.peaks.at(-1)
    if (!last) return EMPTY_ROOT
    return this.peaks.slice(0, -1).reduceRight((right, peak) => nodeHash(peak.hash, right), last.hash)
  }

  clone(): Frontier {
    return new Frontier(this.count, this.peaks)
  }
}

/** The aligned complete subtrees, largest first, that make up the first `size` leaves. */
export function peaksOf(size: number): { level: number; position: number }[] {
  const peaks: { level: number; position: number }[] = []
  let done = 0
  for (let level = 52; level >= 0; level--) {
    const width = 2 ** level
    if (size - done < width) continue
    peaks.push({ level, position: done / width })
    done += width
  }
  return peaks
}

/** The hash over the leaves [from, to) of one tree. */
export type SubtreeHash = (from: number, to: number) => Promise<Buffer>

/** A path asks for all of its hashes at once: what reads them can read them together. */
const together = (hashes: readonly Promise<Buffer>[]): Promise<Buffer[]> => Promise.all(hashes)

/**
 * RFC 6962, section 2.1.1: the hashes, from the leaf up, that prove that leaf `index` is in the first `size` leaves.
 */
export function inclusionPath(hashOf: SubtreeHash, index: number, size: number): Promise<Buffer[]> {
  const walk = (from: number, to: number): Promise<Buffer>[] => {
    if (to - from <= 1) return []
    const middle = from + splitOf(to - from)
    return index < middle ? [...walk(from, middle), hashOf(middle, to)] : [...walk(middle, to), hashOf(from, middle)]
  }
  return together(walk(0, size))
}

/** RFC 6962, section 2.1.2: that the first `oldSize` leaves of the tree of `size` are the whole older tree. */
export async function consistencyPath(hashOf: SubtreeHash, oldSize: number, size: number): Promise<Buffer[]> {
  if (oldSize === 0 || oldSize === size) return []
  const walk = (from: number, to: number, known: boolean): Promise<Buffer>[] => {
    if (oldSize === to) return known ? [] : [hashOf(from, to)]
    const middle = from + splitOf(to - from)
    return oldSize <= middle
      ? [...walk(from, middle, known), hashOf(middle, to)]
      : [...walk(middle, to, false), hashOf(from, middle)]
  }
  return together(walk(0, size, true))
}

/**
 * Proof that neighboring leaves [from, to) are among the first `size` leaves: the hashes of everything around
 * them, from left to right as the tree is walked (docs/PROOF_FORMAT.md, "Ranges").
 */
export function rangePath(hashOf: SubtreeHash, from: number, to: number, size: number): Promise<Buffer[]> {
  const walk = (low: number, high: number): Promise<Buffer>[] => {
    if (high <= from || low >= to) return [hashOf(low, high)]
    if (low >= from && high <= to) return []
    const middle = low + splitOf(high - low)
    return [...walk(low, middle), ...walk(middle, high)]
  }
  return together(walk(0, size))
}
