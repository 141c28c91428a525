import type { Client } from 'pg'
import { openConnection } from '../database/connection'
import { type Database, databaseErrorCode } from '../database/database'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { DAY_MS, HOUR_MS } from '../shared/time'
import { ARCHIVED_TABLES, type ArchivedPartition, putRecords, type RecordStore } from './records'
import { archiveRows, ROWS_PER_FILE, type RowsPerFile } from './rowArchiver'

export interface RecordArchiverDeps extends RecordStore {
  config: { recordsKeptDays: number }
  database: Database
  clock: Clock
  log: Log
}

export interface RecordArchiver {
  /** Moves the partitions that are old enough, and answers their names. One process at a time. */
  runOnce(signal?: AbortSignal): Promise<string[]>
}

/** Rows of a file at most, as drop_archived_partition.sql has it. */
const RECORDS_MAX = 16_384
/** Tries to lock a partition that is dropped; each waits two seconds at most. */
const LOCK_TRIES = 10
const LOCK_PAUSE_MS = 1_000

interface Rule {
  /** The columns by which its rows are sorted, as drop_archived_partition.sql has them. */
  order: string
  /** Whether the period of `table_partition p` is over; records before the instant $1 are moved. */
  over: string
}

const RULES: Record<ArchivedPartition, Rule> = {
  trade_order: {
    order: 'id, user_id',
    over: 'partition.upper <= $1',
  },
  ledger_posting: {
    order: 'transfer_id, account_id',
    // Every number of the partition is used, and the last one was used long ago.
    over: `partition.upper <= (select last_value from ledger_transfer_id_seq)
           and (select created_at from ledger_transfer where id < partition.upper order by id desc limit 1)
                 < to_timestamp($1 / 1000.0)`,
  },
  audit_entry: {
    order: 'id',
    // The newest entry stays: the next one is chained to it.
    over: `partition.upper <= $1
           and exists (select from audit_entry where created_at >= to_timestamp(partition.upper / 1000.0))`,
  },
}

/** Time zones reach from 12 hours behind UTC to 14 ahead. */
const BEHIND_MS = 12 * HOUR_MS
const AHEAD_MS = 14 * HOUR_MS
/** An order is accepted within a day of its id, and lives for a day at most. */
const ORDER_LIFE_MS = 2 * DAY_MS

/**
 * Records before this instant may go: they are old enough, and no running month and no month before it, wherever a user
 * is, needs them. Limits of a month count its orders, and the statement of a month can be read until the next one is
 * over.
 */
export function archiveBefore(nowMs: number, keptDays: number): number {
  const latest = new Date(nowMs - BEHIND_MS)
  const lastMonth = Date.UTC(latest.getUTCFullYear(), latest.getUTCMonth() - 1)
  return Math.min(nowMs - keptDays * DAY_MS, lastMonth - AHEAD_MS - ORDER_LIFE_MS)
}

/**
 * Moves partitions whose time is over to the object store, oldest first. One transaction drops a partition and notes
 * its files, each of which was read back before, and the sums of its rows.
 */
export function createRecordArchiver(
  deps: RecordArchiverDeps,
  rowsPerFile: RowsPerFile = ROWS_PER_FILE,
): RecordArchiver {
  const { config, database, clock, log } = deps

  async function over(table: ArchivedPartition, beforeMs: number): Promise<string[]> {
    const rows = await database.query<{ name: string }>(
      `select partition.name from table_partition partition
        where partition.parent = $2 and ${RULES[table].over} order by partition.upper`,
      [beforeMs, table],
    )
    return rows.map(({ name }) => name)
  }

  return {
    async runOnce(signal) {
      const moved: string[] = []
      if (config.recordsKeptDays === 0) return moved
      const beforeMs = archiveBefore(clock.now(), config.recordsKeptDays)
      for (const table of ARCHIVED_TABLES) {
        for (const name of await over(table, beforeMs)) {
          if (signal?.aborted) return moved
          const records = await move(deps, table, name, beforeMs)
          if (records === undefined) continue
          moved.push(name)
          log.info({ partition: name, records }, 'old records were moved to the archive')
        }
      }
      await archiveRows(deps, beforeMs, rowsPerFile, signal)
      return moved
    },
  }
}

/**
 * A separate connection, without the time-outs of requests: a large partition takes its time. Returns how many rows
 * went; undefined for a partition with rows that are young or not final.
 */
async function move(
  deps: RecordArchiverDeps,
  table: ArchivedPartition,
  name: string,
  beforeMs: number,
): Promise<number | undefined> {
  const client = await openConnection({ connectionString: deps.database.url, application_name: 'fairtick archive' })
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '2s'`)
    // Times in the texts of rows: the same as in the function that compares them.
    await client.query(`set local timezone = 'UTC'`)
    // No lock until the very end: settlement and placement name all partitions in their plans.
    const newest = await newestOf(client, table, name, beforeMs)
    if (newest === null) return undefined
    const { records, hashes } = await writeFiles(deps, client, table, name)
    await drop(deps, client, [name, beforeMs, newest, hashes, deps.clock.now()])
    await client.query('commit')
    return records
  } finally {
    // Uncommitted work is undone with the connection.
    await client.end()
  }
}

/**
 * Writes all rows, and reads each file back. Returns how many rows there are, and the hashes of the files in their
 * order.
 */
async function writeFiles(deps: RecordArchiverDeps, client: Client, table: ArchivedPartition, name: string) {
  await client.query(
    `declare records cursor for
       select to_jsonb(record)::text as line from ${client.escapeIdentifier(name)} record order by ${RULES[table].order}`,
  )
  const hashes: Buffer[] = []
  for (let records = 0; ; ) {
    const { rows } = await client.query<{ line: string }>(`fetch ${RECORDS_MAX} from records`)
    if (rows.length === 0) return { records, hashes }
    const objectKey = `records/${name.replaceAll('_', '-')}/${String(hashes.length).padStart(8, '0')}`
    const lines = rows.map(({ line }) => line)
    hashes.push(await putRecords(deps, objectKey, lines))
    records += rows.length
  }
}

/** Time of the newest row; null for a partition with rows that are young or not final. */
async function newestOf(
  client: Client,
  table: ArchivedPartition,
  name: string,
  beforeMs: number,
): Promise<string | null> {
  const values = [table, name, beforeMs]
  const { rows } = await client.query<{ newest: string | null }>(
    'select resting_partition($1, $2, $3) as newest',
    values,
  )
  return rows[0]?.newest ?? null
}

const LOCK_NOT_AVAILABLE = '55P03'

/** The table is for this transaction alone; nobody waits longer than `lock_timeout` for it. */
async function drop({ clock }: RecordArchiverDeps, client: Client, values: [string, number, string, Buffer[], number]) {
  await client.query('close records')
  for (let tries = 1; ; tries++) {
    await client.query('savepoint before_lock')
    try {
      await client.query('select drop_archived_partition($1, $2, $3, $4, $5)', values)
      return
    } catch (error) {
      if (tries === LOCK_TRIES || databaseErrorCode(error) !== LOCK_NOT_AVAILABLE) throw error
      await client.query('rollback to savepoint before_lock')
      await clock.sleep(LOCK_PAUSE_MS)
    }
  }
}
