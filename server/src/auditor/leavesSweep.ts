import { setImmediate } from 'node:timers/promises'
import { databaseErrorCode, isDatabaseUnavailable, type Queryable } from '../database/database'
import { ArchiveChangedError, ObjectStoreError } from '../objectStore/objectStore'
import { readLatestHead } from '../signedLogs/heads'
import { type LeafRange, readLeaves } from '../signedLogs/leaves'
import { findNodes, KEPT_LEVEL, type LogName, NAMED_LOGS, type NodePlace } from '../signedLogs/logs'
import { leafHash, nodeHash, rootOf } from '../signedLogs/merkle'
import { createTreeReader } from '../signedLogs/treeReader'
import { byLinesUpTo, FINDINGS_MAX, type Sweep } from './sweep'

const WIDTH = 2 ** KEPT_LEVEL

/** Texts of leaves, in the database or in the archive. */
type ReadRanges = (ranges: readonly LeafRange[]) => Promise<string[][]>

/**
 * A row that cannot be read as a part of a log counts as different. A database or store that does not answer says
 * nothing: it is asked again.
 */
function unlessAway(error: unknown): undefined {
  if (databaseErrorCode(error) !== undefined || isDatabaseUnavailable(error)) throw error
  if (error instanceof ObjectStoreError && !(error instanceof ArchiveChangedError)) throw error
}

/** The root of block `block`; undefined if leaves are in neither place. */
async function rootOfBlock(database: Queryable, readRanges: ReadRanges, tree: number, block: number) {
  const range = { tree, from: block * WIDTH, to: (block + 1) * WIDTH }
  const here = await readLeaves(database, tree, range.from, range.to)
  // Those of the archive are read if the database lacks them.
  const leaves = here.length === WIDTH ? here : ((await readRanges([range]))[0] ?? [])
  return leaves.length === WIDTH ? rootOf(leaves.map(leafHash)) : undefined
}

/** Roots of the blocks [from, to): one statement if the database has all of their leaves. */
async function rootsOfBlocks(database: Queryable, readRanges: ReadRanges, tree: number, from: number, to: number) {
  const leaves = await readLeaves(database, tree, from * WIDTH, to * WIDTH)
  const isWhole = leaves.length === (to - from) * WIDTH
  const roots: (Buffer | undefined)[] = []
  for (let block = from; block < to; block++) {
    const at = (block - from) * WIDTH
    roots.push(
      isWhole
        ? rootOf(leaves.slice(at, at + WIDTH).map(leafHash))
        : await rootOfBlock(database, readRanges, tree, block).catch(unlessAway),
    )
    // Requests wait for one block at most.
    await setImmediate()
  }
  return roots
}

const keyOf = ({ level, position }: Pick<NodePlace, 'level' | 'position'>) => `${level}/${position}`

/** The places of the hashes that block `block` completes, from its own upwards. */
function* completedBy(block: number): Generator<{ level: number; position: number }> {
  for (let level = KEPT_LEVEL, position = block; ; level++, position = (position - 1) / 2) {
    yield { level, position }
    if (position % 2 === 0) return
  }
}

/** The blocks of [from, to) that are not what the kept hashes say, which they complete. */
async function wrongBlocks(database: Queryable, readRanges: ReadRanges, tree: number, from: number, to: number) {
  const blocks = Array.from({ length: Math.max(0, to - from) }, (_, nth) => from + nth)
  if (blocks.length === 0) return []
  const completed = blocks.flatMap((block) => [...completedBy(block)])
  // The right one of two neighbors completes the nodes above them.
  const neighbours = completed.filter(({ position }) => position % 2 === 1)
  const places = [...completed, ...neighbours.map(({ level, position }) => ({ level, position: position - 1 }))]
  const found = await findNodes(
    database,
    places.map((place) => ({ tree, ...place })),
  )
  const kept = new Map(places.map((place, nth) => [keyOf(place), found[nth]]))
  const roots = await rootsOfBlocks(database, readRanges, tree, from, to)
  return blocks.filter((block, nth) => {
    let hash = roots[nth]
    for (const place of completedBy(block)) {
      if (!hash || !kept.get(keyOf(place))?.equals(hash)) return true
      const left = kept.get(keyOf({ level: place.level, position: place.position - 1 }))
      hash = left && nodeHash(left, hash)
    }
    return false
  })
}

/** Whether the log up to the newest head has the root that this head has of it. */
async function rootHolds(database: Queryable, name: LogName, tree: number): Promise<boolean> {
  const log = (await readLatestHead(database))?.logs[name]
  if (!log || log.size === 0) return true
  // A separate reader: the hashes that a shared one remembers would hide a change.
  const hashOf = createTreeReader({ database }).hashesOf(tree)
  const root = await hashOf(0, log.size).catch(unlessAway)
  return root?.toString('hex') === log.root
}

/**
 * The leaves of one log are those under its signed heads. An attacker who changes an accepted order or a settlement in
 * the database, with everything that belongs to it, changes a leaf, and no head that anybody has seen contains the
 * changed leaf. An id is a block of 256 leaves; the last id stands for the root, and so for the leaves after the last
 * whole block.
 */
export function createLeavesSweep(name: LogName, readRanges: ReadRanges): Sweep {
  const tree = NAMED_LOGS.find((log) => log.name === name)?.tree ?? 0
  async function blocks(database: Queryable): Promise<number> {
    return Math.floor(((await readLatestHead(database))?.logs[name]?.size ?? 0) / WIDTH)
  }
  return {
    name: `leaves_of_${name}`,
    perSlice: 20,
    grows: true,
    // A store of old leaves that is away for a while says nothing about the books.
    patienceMs: 3_600_000,
    // The id after the whole blocks stands for the root.
    ...byLinesUpTo(async (database) => BigInt((await blocks(database)) + 1)),
    async find(database, from, to) {
      const whole = await blocks(database)
      const wrong = await wrongBlocks(database, readRanges, tree, Number(from), Math.min(Number(to), whole))
      if (Number(to) > whole && !(await rootHolds(database, name, tree))) wrong.push(whole)
      return wrong
        .slice(0, FINDINGS_MAX)
        .map((block) => ({ kind: 'row_differs', table: `log ${name}`, id: BigInt(block * WIDTH) }))
    },
  }
}
