import { type Database, databaseErrorCode, type Queryable, type Tx } from '../database/database'
import type { Clock } from '../shared/clock'
import { isIdTimeOff } from '../shared/ids'
import { ok, type Result, refuse } from '../shared/result'

/**
 * Locks the account whose money an order, a deposit and a withdrawal move: until the transaction ends nothing else of this
 * user begins, and no hold, freeze or limit changes.
 */
export async function lockAccount(tx: Tx, userId: bigint): Promise<void> {
  await tx.query('select 1 from ledger_account where user_id = $1 and kind = account_available() for no key update', [
    userId,
  ])
}

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Looks for what the user sent under this id. While a commit waits for its disk or its replica, nobody sees its rows,
 * but it holds the account's lock. "Not found" makes users believe that nothing was made, so it is returned only if
 * that lock is free. An id of another day is refused when it is sent, so nothing is under way with it.
 */
export async function findCommitted<Row>(
  { database, clock }: { database: Database; clock: Clock },
  userId: bigint,
  id: string,
  find: (source: Queryable, userId: bigint, id: string) => Promise<Row | undefined>,
): Promise<Result<Row, 'not_found' | 'unavailable'>> {
  const row = await find(database, userId, id)
  if (row !== undefined) return ok(row)
  if (isIdTimeOff(id, clock.now())) return refuse('not_found')
  try {
    return await database.withTransaction(async (tx) => {
      // A lock is written, too: this commit has nothing to keep, so it waits for no disk.
      await tx.query(`select set_config('lock_timeout', '2s', true), set_config('synchronous_commit', 'off', true)`)
      await tx.query('select 1 from ledger_account where user_id = $1 and kind = account_available() for share', [
        userId,
      ])
      // A separate statement sees what the holder of the lock has committed.
      const committed = await find(tx, userId, id)
      return committed === undefined ? refuse('not_found') : ok(committed)
    })
  } catch (error) {
    if (databaseErrorCode(error) === LOCK_NOT_AVAILABLE) return refuse('unavailable')
    throw error
  }
}
