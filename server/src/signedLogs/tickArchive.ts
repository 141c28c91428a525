import { gunzipSync } from 'node:zlib'
import type { Queryable } from '../database/database'
import { ArchiveChangedError } from '../objectStore/objectStore'
import { FILE_MAX_BYTES, type OpenFiles } from '../objectStore/openFiles'
import { readLeaf } from './leafFields'
import { type LeafRange, readLeafRanges } from './leaves'
import { SETTLEMENT_TREE } from './logs'
import { leafHash, rootOf } from './merkle'

/** Ticks of a product that are moved to the object store together: a complete subtree. */
export const ARCHIVE_LEVEL = 14
export const ARCHIVE_WIDTH = 2 ** ARCHIVE_LEVEL

/** A file of the archive: the texts of the leaves, a line each, compressed. */
export const archiveKey = (productId: number, first: number) => `ticks/${productId}/${String(first).padStart(14, '0')}`

/** The leaves of a file, or an error if they are not those whose root was noted. */
export function openArchive(file: Buffer | undefined, root: Buffer): string[] {
  const leaves = file ? textOf(file).split('\n') : []
  if (leaves.length !== ARCHIVE_WIDTH || !rootOf(leaves.map(leafHash)).equals(root)) {
    throw new ArchiveChangedError('a file of the tick archive is missing or was changed')
  }
  return leaves
}

function textOf(file: Buffer): string {
  try {
    return gunzipSync(file, { maxOutputLength: FILE_MAX_BYTES }).toString('utf8')
  } catch {
    return ''
  }
}

interface Stretch {
  first: number
  last: number
  root: Buffer
  key: string
}

const timeOf = (leaf: string) => Number(readLeaf('tick', leaf).atMs)

/** Memory of a text in addition to its characters. */
const TEXT_BYTES = 32

/** The tick log as a whole, whether a tick is still in the database or in the archive. */
export type WholeTickLog = ReturnType<typeof createWholeTickLog>

export function createWholeTickLog(deps: { database: Queryable; files: OpenFiles }) {
  const { database, files } = deps
  const leavesOf = ({ key, root }: Stretch) =>
    files.read(key, (file) => {
      const value = openArchive(file, root)
      return { value, bytes: value.reduce((sum, { length }) => sum + length + TEXT_BYTES, 0) }
    })

  async function stretches(condition: string, values: readonly unknown[]): Promise<Stretch[]> {
    const rows = await database.query<{ first: bigint; last: bigint; root: Buffer; object_key: string }>(
      `select first, last, root, object_key from tick_archive where product_id = $1 and ${condition}`,
      values,
    )
    return rows.map((row) => ({
      first: Number(row.first),
      last: Number(row.last),
      root: row.root,
      key: row.object_key,
    }))
  }

  /** Leaves [from, to) as far as the archive has them. */
  async function archived({ tree, from, to }: LeafRange): Promise<string[]> {
    const leaves: string[] = []
    for (const stretch of await stretches('last > $2 and first <= $3 order by first', [tree, from, to])) {
      const all = await leavesOf(stretch)
      leaves.push(...all.slice(Math.max(0, from - stretch.first + 1), to - stretch.first + 1))
    }
    return leaves
  }

  return {
    /** Texts of the leaves of each range, in order; as `readLeafRanges`, and the archive besides. */
    async readRanges(ranges: readonly LeafRange[]): Promise<string[][]> {
      const found = await readLeafRanges(database, ranges)
      // Archived ticks are older than all in the database: only the beginning of a range can be missing.
      for (const [index, { tree, from, to }] of ranges.entries()) {
        const leaves = found[index] ?? []
        if (tree > SETTLEMENT_TREE && leaves.length < to - from)
          found[index] = [...(await archived({ tree, from, to: to - leaves.length })), ...leaves]
      }
      return found
    },

    /** Sequences of the last archived tick up to `fromMs` and of the first after `toMs`; null if the archive has none. */
    async findSpan(
      productId: number,
      fromMs: number,
      toMs: number,
    ): Promise<{ first: number | null; last: number | null }> {
      const [before] = await stretches('from_ms <= $2 order by first desc limit 1', [productId, fromMs])
      const [after] = await stretches('to_ms > $2 order by first limit 1', [productId, toMs])
      const first = before && before.first + (await leavesOf(before)).findLastIndex((leaf) => timeOf(leaf) <= fromMs)
      const last = after && after.first + (await leavesOf(after)).findIndex((leaf) => timeOf(leaf) > toMs)
      return { first: first ?? null, last: last ?? null }
    },
  }
}
