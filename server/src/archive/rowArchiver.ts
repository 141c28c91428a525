import type { Client } from 'pg'
import { openConnection } from '../database/connection'
import type { Database } from '../database/database'
import type { Log } from '../shared/log'
import { noteFile, putRecords, type RecordStore } from './records'

export interface RowArchiverDeps extends RecordStore {
  database: Database
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

const keyOf = (column: string) => `lpad(${column}::text, 20, '0')`
/** The last row that went; files do not overlap. By the index, as there may be many thousand files. */
const LAST = (table: string) =>
  `(select last_key::bigint from record_archive where parent = '${table}' order by first_key desc limit 1)`
const ORDER_KINDS = 'transfer_order_placed(), transfer_order_settled(), transfer_order_voided()'

interface Line {
  key: string
  line: string
  closed_at_ms: bigint | null
}

/** The next rows that may go, at most `$1`; the rows of a log only where they fill a file. `$2` is the instant before which. */
const NEXT: Record<RowTable, string> = {
  // Postings of these went before. Other kinds stay: they keep what they stand for from being posted twice.
  ledger_transfer: `
    select ${keyOf('row.id')} as key, to_jsonb(row)::text as line, null::bigint as closed_at_ms
      from ledger_transfer row
     where row.id > coalesce(${LAST('ledger_transfer')}, -1) and row.id <= ${LAST('ledger_posting')}
       and row.kind in (${ORDER_KINDS}) and row.created_at < to_timestamp($2::bigint / 1000.0)
     order by row.id limit $1::bigint`,
  settlement: `
    select ${keyOf('row.leaf')} as key, to_jsonb(row)::text as line, split_part(row.entry, '|', 33)::bigint as closed_at_ms
      from settlement row
     where row.leaf > coalesce(${LAST('settlement')}, -1) and row.leaf <= coalesce(${LAST('settlement')}, -1) + $1::bigint
       and row.entry like 'settlement|4|%' and split_part(row.entry, '|', 33)::bigint < $2::bigint
       and coalesce(${LAST('settlement')}, -1) + 2 * $1::bigint < (select size from settlement_log)
       and not exists (select from trade_order placed where placed.number = row.order_number)
     order by row.leaf`,
  tree_head: `
    select ${keyOf('row.number')} as key, to_jsonb(row)::text as line, null::bigint as closed_at_ms
      from tree_head row
     where row.number > coalesce(${LAST('tree_head')}, 0) and row.number <= coalesce(${LAST('tree_head')}, 0) + $1::bigint
       and row.at_ms < $2::bigint and coalesce(${LAST('tree_head')}, 0) + $1::bigint + 512 <= (select max(number) from tree_head)
     order by row.number`,
}

/** Adds what public figures count of the settlements [$1, $2]. */
const COUNT_DAYS = `
  insert into settlement_archive_day as known (day, product_id, orders, no_entry_tick, too_few_ticks, stale_at_expiry,
                                              settled_late)
    select split_part(entry, '|', 33)::bigint / 86400000, product.id, count(*),
           count(*) filter (where split_part(entry, '|', 31) = 'no_entry_tick'),
           count(*) filter (where split_part(entry, '|', 31) = 'too_few_ticks'),
           count(*) filter (where split_part(entry, '|', 31) = 'stale_at_expiry'),
           count(*) filter (where split_part(entry, '|', 31) = 'settled_late')
      from settlement join product on product.symbol = split_part(entry, '|', 5)
     where leaf between $1::bigint and $2::bigint group by 1, 2
  on conflict (day, product_id) do update
    set orders = known.orders + excluded.orders, no_entry_tick = known.no_entry_tick + excluded.no_entry_tick,
        too_few_ticks = known.too_few_ticks + excluded.too_few_ticks,
        stale_at_expiry = known.stale_at_expiry + excluded.stale_at_expiry,
        settled_late = known.settled_late + excluded.settled_late`

/** Writes one file, reads it back, notes it and deletes its rows, all or nothing. Answers how many rows went. */
async function moveFile(
  deps: RowArchiverDeps,
  client: Client,
  table: RowTable,
  perFile: number,
  beforeMs: number,
): Promise<number> {
  const { rows } = await client.query<Line>(NEXT[table], [perFile, beforeMs])
  const [first] = rows
  if (!first || (table !== 'ledger_transfer' && rows.length < perFile)) return 0
  const objectKey = `records/${table.replaceAll('_', '-')}/${first.key}`
  const lines = rows.map(({ line }) => line)
  const keys = rows.map(({ key }) => key)
  const file = await putRecords(deps, objectKey, lines, keys)
  const closings = rows.flatMap((row) => (row.closed_at_ms === null ? [] : [Number(row.closed_at_ms)]))
  const times = closings.length > 0 ? { fromMs: Math.min(...closings), toMs: Math.max(...closings) } : undefined
  await noteFile(client, table, file, times)
  if (table === 'settlement') await client.query(COUNT_DAYS, [file.firstKey, file.lastKey])
  await client.query('select drop_archived_rows($1)', [objectKey])
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
