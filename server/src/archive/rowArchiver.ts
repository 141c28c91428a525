import type { Client } from 'pg'
import { openConnection } from '../database/connection'
import type { Database } from '../database/database'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { putRecords, type RecordStore } from './records'

export interface RowArchiverDeps extends RecordStore {
  database: Database
  clock: Clock
  log: Log
}

/** Tables whose rows go one file at a time. */
const TABLES = ['ledger_transfer', 'settlement', 'tree_head'] as const
type RowTable = (typeof TABLES)[number]

/** Rows of a file. Heads are leaves of a log, whose proofs read blocks of 256. */
export type RowsPerFile = Record<RowTable, number>
export const ROWS_PER_FILE: RowsPerFile = { ledger_transfer: 16_384, settlement: 4_096, tree_head: 256 }

/** Files of one turn; the next hour continues. */
const FILES_MAX = 2_000

/** The last row that went; files do not overlap. By the index, as there may be many thousand files. */
const LAST = (table: string) =>
  `(select last_key::bigint from record_archive where parent = '${table}' order by first_key desc limit 1)`
const ORDER_KINDS = 'transfer_order_placed(), transfer_order_settled(), transfer_order_voided()'

interface Line {
  key: string
  line: string
}

/**
 * The next rows that may go, at most `$1`; the rows of a log only if they fill a file. `$2` is the instant before
 * which.
 */
const NEXT: Record<RowTable, string> = {
  // The postings of these kinds were archived before. Other kinds stay: they keep their subject from being posted
  // twice.
  ledger_transfer: `
    select row.id as key, to_jsonb(row)::text as line
      from ledger_transfer row
     where row.id > coalesce(${LAST('ledger_transfer')}, -1) and row.id <= ${LAST('ledger_posting')}
       and row.kind in (${ORDER_KINDS}) and row.created_at < to_timestamp($2::bigint / 1000.0)
     order by row.id limit $1::bigint`,
  settlement: `
    select row.leaf as key, to_jsonb(row)::text as line
      from settlement row
     where row.leaf > coalesce(${LAST('settlement')}, -1) and row.leaf <= coalesce(${LAST('settlement')}, -1) + $1::bigint
       and settlement_field(row.entry, 'closed_at')::bigint < $2::bigint
       and coalesce(${LAST('settlement')}, -1) + 2 * $1::bigint < (select size from settlement_log)
       and not exists (select from trade_order placed where placed.number = row.order_number)
     order by row.leaf`,
  tree_head: `
    select row.number as key, to_jsonb(row)::text as line
      from tree_head row
     where row.number > coalesce(${LAST('tree_head')}, 0) and row.number <= coalesce(${LAST('tree_head')}, 0) + $1::bigint
       and row.at_ms < $2::bigint and coalesce(${LAST('tree_head')}, 0) + $1::bigint + 512 <= (select max(number) from tree_head)
     order by row.number`,
}

/** Writes one file, reads it back, and has the database note it and delete its rows. Returns how many rows went. */
async function moveFile(
  deps: RowArchiverDeps,
  client: Client,
  table: RowTable,
  perFile: number,
  beforeMs: number,
): Promise<number> {
  const { rows } = await client.query<Line>(NEXT[table], [perFile, beforeMs])
  const [first, last] = [rows[0]?.key, rows.at(-1)?.key]
  if (first === undefined || (table !== 'ledger_transfer' && rows.length < perFile)) return 0
  const objectKey = `records/${table.replaceAll('_', '-')}/${first.padStart(20, '0')}`
  const lines = rows.map(({ line }) => line)
  const sha256 = await putRecords(deps, objectKey, lines)
  await client.query('select drop_archived_rows($1, $2, $3, $4, $5)', [table, first, last, sha256, deps.clock.now()])
  return rows.length
}

async function moveNext(deps: RowArchiverDeps, table: RowTable, perFile: number, beforeMs: number): Promise<number> {
  const client = await openConnection({ connectionString: deps.database.url, application_name: 'fairtick archive' })
  try {
    await client.query('begin')
    // Times in the texts of rows: the same in every session.
    await client.query(`set local timezone = 'UTC'`)
    const moved = await moveFile(deps, client, table, perFile, beforeMs)
    await client.query('commit')
    return moved
  } finally {
    await client.end()
  }
}

/** Moves transfers of archived orders, settlements and heads from before an instant to the object store, a file at a time. */
export async function archiveRows(
  deps: RowArchiverDeps,
  beforeMs: number,
  perFile: RowsPerFile,
  signal?: AbortSignal,
): Promise<void> {
  let files = 0
  for (const table of TABLES) {
    let records = 0
    while (files < FILES_MAX && !signal?.aborted) {
      const moved = await moveNext(deps, table, perFile[table], beforeMs)
      if (moved === 0) break
      files += 1
      records += moved
    }
    if (records > 0) deps.log.info({ table, records }, 'old rows were moved to the archive')
  }
}
