import type { Database } from './database'

/** The longest wait for a statement under way: later statements queue behind it. */
const LOCK_WAIT = "set local lock_timeout = '2s'"

const PARTITIONED = ['tick', 'candle', 'ledger_posting', 'trade_order', 'message', 'audit_entry'] as const
export type PartitionedTable = (typeof PARTITIONED)[number]

/**
 * Creates the partitions of the current period and the next two, and drops empty old ones of ticks and candles
 * (`partitioned_table`). It handles one table after the other, so that no statement waits for two of them. Returns the
 * names. Fails when a table is busy for longer than two seconds; the next call tries again, and until then rows without
 * a partition are in the table's `_rest`.
 */
export async function keepPartitions(
  database: Database,
  nowMs: number,
): Promise<{ made: string[]; dropped: string[] }> {
  const made: string[] = []
  for (const table of PARTITIONED) {
    made.push(...(await run(database, 'select make_partitions($1, $2) as name', [table, nowMs])))
  }
  const dropped: string[] = []
  for (const table of ['tick', 'candle'] satisfies PartitionedTable[]) {
    dropped.push(...(await dropPartitions(database, table, nowMs, { onlyEmpty: true })))
  }
  return { made, dropped }
}

/** Drops the partitions of a table that end by `upToMs`. Returns their names. */
export function dropPartitions(
  database: Database,
  table: PartitionedTable,
  upToMs: number,
  { onlyEmpty }: { onlyEmpty: boolean },
): Promise<string[]> {
  return run(database, 'select drop_partitions($1, $2, $3) as name', [table, upToMs, onlyEmpty])
}

function run(database: Database, call: string, values: readonly unknown[]): Promise<string[]> {
  return database.withTransaction(async (tx) => {
    await tx.query(LOCK_WAIT)
    return (await tx.query<{ name: string }>(call, values)).map(({ name }) => name)
  })
}
