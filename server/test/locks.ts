import { until } from '../../test/support/until'
import type { Queryable } from '../src/database/database'

/** How many transactions of this database wait for a lock of another one, in a statement with `part` in it. */
export async function countWaiting(database: Queryable, part = ''): Promise<number> {
  const rows = await database.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [part],
  )
  return rows.length
}

export const untilOneWaits = (database: Queryable, part = '') =>
  until('a transaction waits for a lock', async () => (await countWaiting(database, part)) > 0)
