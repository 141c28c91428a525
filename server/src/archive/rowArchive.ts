import type { Queryable } from '../database/database'
import type { OpenFiles } from '../objectStore/openFiles'
import type { Sealer } from '../shared/sealing'
import { type FileRow, linesOf, toFile } from './records'

/** Settlements and heads that went to the archive: in the order of their numbers, without a gap. */
export interface RowArchive {
  /** Texts of the leaves [from, to) of the log of heads, as far as the archive has them. */
  heads(from: number, to: number): Promise<string[]>
  /** The row of a head as JSON; undefined if the archive has none. */
  head(number: number): Promise<string | undefined>
  /** The leaf of a closed order; undefined if the archive has none. */
  leafOf(orderNumber: bigint, closedAtMs: bigint): Promise<bigint | undefined>
}

/** More files than a block of a log, or the orders of one instant, can be in. */
const FILES_MAX = 8
/** Memory of a text in addition to its characters. */
const TEXT_BYTES = 32

const keyOf = (number: number) => String(number).padStart(20, '0')

export function createRowArchive(deps: { database: Queryable; sealer: Sealer; files: OpenFiles }): RowArchive {
  const { database, sealer, files } = deps

  async function open(row: FileRow): Promise<{ first: number; lines: string[] }> {
    const file = toFile(row)
    const lines = await files.read(file.objectKey, async (sealed) => {
      const value = await linesOf(sealer, file, sealed)
      return { value, bytes: value.reduce((sum, { length }) => sum + length + TEXT_BYTES, 0) }
    })
    return { first: Number(file.firstKey), lines }
  }

  /** Lines of the heads [first, last]. */
  async function linesBetween(first: number, last: number): Promise<string[]> {
    const rows = await database.query<FileRow>(
      `select object_key, parent, first_key, last_key, records, sha256 from record_archive
        where parent = 'tree_head' and first_key <= $2 and last_key >= $1
          and first_key >= (select max(first_key) from record_archive where parent = 'tree_head' and first_key <= $1)
        order by first_key limit ${FILES_MAX}`,
      [keyOf(first), keyOf(last)],
    )
    const found: string[] = []
    for (const row of rows) {
      const file = await open(row)
      found.push(...file.lines.slice(Math.max(0, first - file.first), last - file.first + 1))
    }
    return found
  }

  return {
    async heads(from, to) {
      // Leaf n is head n + 1.
      const lines = await linesBetween(from + 1, to)
      return lines.map((line) => (JSON.parse(line) as { entry: string }).entry)
    },
    head: async (number) => (await linesBetween(number, number))[0],
    async leafOf(orderNumber, closedAtMs) {
      const rows = await database.query<FileRow>(
        `select object_key, parent, first_key, last_key, records, sha256 from record_archive
          where parent = 'settlement' and to_ms >= $1 and from_ms <= $1 order by to_ms limit ${FILES_MAX}`,
        [closedAtMs],
      )
      for (const row of rows) {
        const { first, lines } = await open(row)
        const at = lines.findIndex(
          (line) => (JSON.parse(line) as { order_number: number }).order_number === Number(orderNumber),
        )
        if (at >= 0) return BigInt(first + at)
      }
      return undefined
    },
  }
}
