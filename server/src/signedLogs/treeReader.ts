import type { Queryable } from '../database/database'
import { present } from '../shared/assert'
import { createBatchReads } from '../shared/batchReads'
import { BoundedMap, remember } from '../shared/cache'
import { type LeafRange, readLeafRanges } from './leaves'
import { findNodes, KEPT_LEVEL, type NodePlace } from './logs'
import { leafHash, nodeHash, rootOf, type SubtreeHash, splitOf } from './merkle'

const WIDTH = 2 ** KEPT_LEVEL
const HASH_BYTES = 32
/** A hash and its place: some 200 bytes each. */
const NODES_KEPT = 20_000
/** Hashes of the leaves of one block: 8 KB each. */
const BLOCKS_KEPT = 2_000
/** Hashes of parts of blocks. */
const PARTS_KEPT = 20_000

const blockKey = (tree: number, at: number) => `${tree}/${Math.floor(at / WIDTH)}`
const nodeKey = ({ tree, level, position }: NodePlace) => `${tree}/${level}/${position}`

interface Asked extends LeafRange {
  /** Part of one block, to be hashed: what several ask for of that block is read once. */
  ofBlock: boolean
}

/** Reads the requested leaves, each block once; returns nothing from a block of which leaves are missing. */
async function readAsked(
  readRanges: (ranges: readonly LeafRange[]) => Promise<string[][]>,
  asked: readonly Asked[],
): Promise<string[][]> {
  const ranges: LeafRange[] = []
  const blocks = new Map<string, LeafRange>()
  const wanted = asked.map(({ ofBlock, ...range }) => {
    const key = blockKey(range.tree, range.from)
    const known = ofBlock ? blocks.get(key) : undefined
    if (known) {
      known.from = Math.min(known.from, range.from)
      known.to = Math.max(known.to, range.to)
      return known
    }
    if (ofBlock) blocks.set(key, range)
    ranges.push(range)
    return range
  })
  const texts = new Map((await readRanges(ranges)).map((found, index) => [ranges[index], found]))
  return asked.map(({ from, to, ofBlock }, index) => {
    const range = wanted[index]
    const found = texts.get(range) ?? []
    if (!range || !ofBlock) return found
    return found.length === range.to - range.from ? found.slice(from - range.from, to - range.from) : []
  })
}

/** Kept nodes; the last ones are remembered. */
function rememberNodes(read: (places: readonly NodePlace[]) => Promise<readonly (Buffer | undefined)[]>) {
  const node = createBatchReads(read)
  const found = remember(NODES_KEPT, async (_key: string, place: NodePlace) =>
    present(await node(place), `tree ${place.tree} has node ${place.position} of level ${place.level}`),
  )
  return (place: NodePlace) => found(nodeKey(place), place)
}

/** Reads of the trees for proofs. Hashes requested within one turn of the event loop is read together. */
export type TreeReader = ReturnType<typeof createTreeReader>

/**
 * Hashes of subtrees from kept nodes, and below those from the leaves. A log only grows: a node, and the leaves of a
 * block as far as they were read, never change, and the last ones are kept.
 */
export function createTreeReader(deps: {
  database: Queryable
  /** Texts of leaves; those that were moved out of the database, too, if it knows them. */
  readRanges?: (ranges: readonly LeafRange[]) => Promise<string[][]>
}) {
  const { database, readRanges = (ranges: readonly LeafRange[]) => readLeafRanges(database, ranges) } = deps
  const nodeAt = rememberNodes((places) => findNodes(database, places))
  /** Hashes of the first leaves of blocks, one after the other. */
  const blocks = new BoundedMap<string, Buffer>(BLOCKS_KEPT)

  const leaves = createBatchReads((asked: readonly Asked[]) => readAsked(readRanges, asked))

  /** Hashes of the first `count` leaves of a block. */
  async function leavesOf(tree: number, block: number, count: number): Promise<Buffer> {
    const key = blockKey(tree, block * WIDTH)
    const known = blocks.get(key)
    if (known && known.length >= count * HASH_BYTES) return known
    const start = block * WIDTH
    const from = start + (known?.length ?? 0) / HASH_BYTES
    const texts = await leaves({ tree, from, to: start + count, ofBlock: true })
    if (texts.length !== start + count - from)
      throw new Error(`tree ${tree} lacks leaves between ${from} and ${start + count}`)
    const hashes = Buffer.concat([...(known ? [known] : []), ...texts.map(leafHash)])
    if (hashes.length > (blocks.get(key)?.length ?? 0)) blocks.set(key, hashes)
    return hashes
  }

  /** The hash of a part of one block. */
  const below = remember(PARTS_KEPT, async (_key: string, tree: number, from: number, to: number): Promise<Buffer> => {
    const block = Math.floor(from / WIDTH)
    const start = block * WIDTH
    const hashes = await leavesOf(tree, block, to - start)
    const each = Array.from({ length: to - from }, (_, index) => {
      const at = (from - start + index) * HASH_BYTES
      return hashes.subarray(at, at + HASH_BYTES)
    })
    return rootOf(each)
  })

  async function hashOf(tree: number, from: number, to: number): Promise<Buffer> {
    const width = to - from
    const level = Math.log2(width)
    if (width >= WIDTH && Number.isInteger(level) && from % width === 0)
      return nodeAt({ tree, level, position: from / width })
    if (width < WIDTH) return below(`${tree}/${from}-${to}`, tree, from, to)
    const middle = from + splitOf(width)
    const [left, right] = await Promise.all([hashOf(tree, from, middle), hashOf(tree, middle, to)])
    return nodeHash(left, right)
  }

  return {
    hashesOf:
      (tree: number): SubtreeHash =>
      (from, to) =>
        hashOf(tree, from, to),
    /** Texts of leaves [from, to); as many as there are. */
    leaves: (range: LeafRange): Promise<string[]> => leaves({ ...range, ofBlock: false }),
  }
}
