import { databaseErrorCode, isDatabaseUnavailable, type Queryable } from '../database/database'
import { FINDINGS_MAX, type Finding, type Sweep } from '../ledger/sweep'
import { ArchiveChangedError, ObjectStoreError } from '../objectStore/objectStore'
import { readLatestHead } from '../proof/heads'
import { type LeafRange, readLeaves } from '../proof/leaves'
import { KEPT_LEVEL, type LogName, NAMED_LOGS, readNodes } from '../proof/logs'
import { leafHash, nodeHash, rootOf } from '../proof/merkle'
import { createTreeReader } from '../proof/treeReader'

const WIDTH = 2 ** KEPT_LEVEL

/** Texts of leaves, in the database or in the archive. */
type ReadRanges = (ranges: readonly LeafRange[]) => Promise<string[][]>

/** What cannot be read as a part of a log differs. A database or store that does not answer says nothing: it is asked again. */
function unlessAway(error: unknown): undefined {
  if (databaseErrorCode(error) !== undefined || isDatabaseUnavailable(error)) throw error
  if (error instanceof ObjectStoreError && !(error instanceof ArchiveChangedError)) throw error
}

/** Whether the hashes that block `block` completes, from its own upwards, are those of what lies below them. */
async function blockHolds(database: Queryable, readRanges: ReadRanges, tree: number, block: number): Promise<boolean> {
  const range = { tree, from: block * WIDTH, to: (block + 1) * WIDTH }
  const here = await readLeaves(database, tree, range.from, range.to)
  // Those of the archive are read where the database lacks them.
  const leaves = here.length === WIDTH ? here : ((await readRanges([range]))[0] ?? [])
  if (leaves.length !== WIDTH) return false
  let hash = rootOf(leaves.map(leafHash))
  for (let level = KEPT_LEVEL, position = block; ; level++, position = (position - 1) / 2) {
    const [kept] = await readNodes(database, tree, [{ level, position }])
    if (!kept?.equals(hash)) return false
    if (position % 2 === 0) return true
    const [left] = await readNodes(database, tree, [{ level, position: position - 1 }])
    hash = nodeHash(left ?? kept, hash)
  }
}

/** Whether the log up to the newest head has the root that this head has of it. */
async function rootHolds(database: Queryable, name: LogName, tree: number): Promise<boolean> {
  const log = (await readLatestHead(database))?.logs[name]
  if (!log || log.size === 0) return true
  // A reader of its own: the hashes that a shared one remembers would hide a change.
  const hashOf = createTreeReader({ database }).hashesOf(tree)
  const root = await hashOf(0, log.size).catch(unlessAway)
  return root?.toString('hex') === log.root
}

/**
 * The leaves of one log are those under its signed heads. Whoever changes an accepted order or a settlement in the
 * database, with everything that belongs to it, changes a leaf, and no head that anybody has seen can hold that leaf.
 * An id is a block of 256 leaves; the last id stands for the root, and so for the leaves after the last whole block.
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
    last: async (database) => BigInt((await blocks(database)) + 1),
    async next(database, from, rows) {
      const last = await this.last(database)
      const to = from + BigInt(rows)
      return from >= last ? undefined : to < last ? to : last
    },
    async find(database, from, to) {
      const whole = await blocks(database)
      const findings: Finding[] = []
      const differs = (block: number) =>
        findings.push({ kind: 'row_differs', table: `log ${name}`, id: BigInt(block * WIDTH) })
      for (let block = Number(from); block < Math.min(Number(to), whole) && findings.length < FINDINGS_MAX; block++) {
        if (!(await blockHolds(database, readRanges, tree, block).catch(unlessAway))) differs(block)
      }
      if (Number(to) > whole && !(await rootHolds(database, name, tree))) differs(whole)
      return findings
    },
  }
}
