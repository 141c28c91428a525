import {
  ARCHIVED_TABLES,
  type ArchivedTable,
  countFiles,
  fileAt,
  openRecords,
  type RecordFile,
  type RecordStore,
} from '../archive/records'
import type { Queryable } from '../database/database'
import { ArchiveChangedError } from '../objectStore/objectStore'
import { FILE_MAX_BYTES } from '../objectStore/openFiles'
import { DAY_MS, HOUR_MS } from '../shared/time'
import { openArchive } from '../signedLogs/tickArchive'
import { findLostAnchorsOf } from './auditAnchors'
import { feedsSweep } from './figureSweeps'
import { FINDINGS_MAX, type Finding, type Sweep } from './sweep'

/**
 * Tables that no other sweep reads: orders are decided again, settlements and heads are leaves of logs under signed
 * roots.
 */
const READ_HERE: readonly ArchivedTable[] = ['ledger_posting', 'audit_entry', 'ledger_transfer']
/** Every archive file is in the public log, whose heads are signed: its note is there, or is not believed. */
const LOGGED: readonly ArchivedTable[] = [...ARCHIVED_TABLES, 'ledger_transfer']

/** Entries of the public log, of the leaves [from, to), whose file is not noted or not noted so. */
async function findLostNotes(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ leaf: bigint }>(
    `select logged.leaf from feed_event logged
      where logged.kind = 'archive' and logged.symbol = '-' and logged.leaf >= $1 and logged.leaf < $2
        and not exists (select from record_archive file where file.object_key = feed_field(logged.entry, 'archive', 'object_key')
                           and archive_note(file) = feed_field(logged.entry, 'archive', 'note'))
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map(({ leaf }) => ({ kind: 'row_differs', table: 'feed_event', id: leaf }))
}

/** The archive is still what the public log says that it was. */
export const archiveNotesSweep: Sweep = {
  name: 'archive_notes',
  perSlice: 50_000,
  grows: true,
  last: feedsSweep.last,
  next: feedsSweep.next,
  find: findLostNotes,
}

/** Whether the public log names the file, with this note of it. */
function isLogged(database: Queryable, file: RecordFile): Promise<boolean> {
  return database.some(
    `select 1 from record_archive file, feed_event logged
      where file.object_key = $1 and logged.kind = 'archive' and logged.symbol = '-'
        and logged.entry = concat_ws('|', 'feed', 1, logged.at_ms, 'archive', '-', file.object_key, archive_note(file)) limit 1`,
    [file.objectKey],
  )
}

/** Problems of one file: its note, what the store has of it, or an entry of the audit log that an anchor names. */
async function findWrongFile(database: Queryable, store: RecordStore, place: bigint): Promise<Finding[]> {
  const file = await fileAt(database, LOGGED, place)
  if (!file) return []
  const differs: Finding = { kind: 'file_differs', file: file.objectKey }
  if (!(await isLogged(database, file))) return [differs]
  if (!READ_HERE.includes(file.parent)) return []
  const lines = await openRecords(store, file).catch((error: unknown) => {
    if (error instanceof ArchiveChangedError) return undefined
    throw error
  })
  if (!lines) return [differs]
  if (file.parent !== 'audit_entry') return []
  const lost = await findLostAnchorsOf(database, file, lines)
  return lost.map((id) => ({ kind: 'row_differs', table: 'audit_entry', id }))
}

/** Each file of the archive has its note in the public log, and the store has it; an id is the place of a file. */
export const createArchiveFilesSweep = (store: RecordStore): Sweep => ({
  name: 'archive_files',
  perSlice: 1,
  grows: false,
  // A store that is away for a while says nothing about the books.
  patienceMs: HOUR_MS,
  // Once a day, as archived orders, and each file when it is new.
  countsMs: DAY_MS,
  last: (database) => countFiles(database, LOGGED),
  next: async (database, from) => (from < (await countFiles(database, LOGGED)) ? from + 1n : undefined),
  async find(database, from, to) {
    const findings: Finding[] = []
    for (let place = from; place < to; place++) findings.push(...(await findWrongFile(database, store, place)))
    return findings
  },
})

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
export const createTickFilesSweep = ({ objects }: Pick<RecordStore, 'objects'>): Sweep => ({
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
