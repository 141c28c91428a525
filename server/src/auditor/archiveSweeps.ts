import type { Queryable } from '../database/database'
import { ArchiveChangedError, type ObjectStore } from '../objectStore/objectStore'
import { FILE_MAX_BYTES } from '../objectStore/openFiles'
import { DAY_MS, HOUR_MS } from '../shared/time'
import { openArchive } from '../signedLogs/tickArchive'
import { FINDINGS_MAX, type Finding, type Sweep } from './sweep'

/** Stretches of ticks in the archive whose root is not the one in the tree of the log. */
export const tickArchiveSweep: Sweep = {
  name: 'tick_archive',
  perSlice: 5_000,
  grows: false,
  last: async (database) =>
    (await database.first<{ last: bigint }>('select coalesce(max(id), 0)::bigint as last from product'))?.last ?? 0n,
  async next(database, from) {
    const row = await database.first<{ id: bigint | null }>('select min(id)::bigint as id from product where id > $1', [
      from,
    ])
    return row?.id ?? undefined
  },
  async find(database, from, to) {
    const rows = await database.query<{ first: bigint }>(
      `select first from tick_archive stretch
        where product_id > $1 and product_id <= $2
          and not exists (select from log_node where tree = product_id and level = 14
                             and position = (stretch.first - 1) / 16384 and hash = stretch.root)
        limit ${FINDINGS_MAX}`,
      [from, to],
    )
    return rows.map(({ first }) => ({ kind: 'row_differs', table: 'tick_archive', id: first }))
  },
}

async function countStretches(database: Queryable): Promise<bigint> {
  const row = await database.first<{ count: bigint }>('select count(*) as count from tick_archive')
  return row?.count ?? 0n
}

/** Each file of ticks has the leaves whose root was noted; an id is its place among all, the oldest note first. */
export const createTickFilesSweep = ({ objects }: { objects: ObjectStore }): Sweep => ({
  name: 'tick_files',
  perSlice: 1,
  grows: false,
  patienceMs: HOUR_MS,
  // Once a day, and each file when it is new.
  countsMs: DAY_MS,
  last: countStretches,
  next: async (database, from) => (from < (await countStretches(database)) ? from + 1n : undefined),
  async find(database, from, to) {
    const stretches = await database.query<{ object_key: string; root: Buffer }>(
      'select object_key, root from tick_archive order by archived_at, product_id, first offset $1 limit $2',
      [from, to - from],
    )
    const findings: Finding[] = []
    for (const { object_key: file, root } of stretches) {
      try {
        openArchive(await objects.get(file, FILE_MAX_BYTES), root)
      } catch (error) {
        if (!(error instanceof ArchiveChangedError)) throw error
        findings.push({ kind: 'file_differs', file })
      }
    }
    return findings
  },
})
