import type { Queryable } from '../database/database'

/** First and last ledger account of a user, which were opened together. */
export async function accountRange(tx: Queryable, userId: bigint): Promise<{ first: bigint; last: bigint }> {
  const rows = await tx.query<{ first: bigint; last: bigint }>(
    'select min(id) as first, max(id) as last from ledger_account where user_id = $1',
    [userId],
  )
  return rows[0] ?? { first: 0n, last: 0n }
}

/** Whether postings of this user were moved out of the database. */
export async function hasArchivedPostings(tx: Queryable, userId: bigint): Promise<boolean> {
  const rows = await tx.query(
    `select 1 as found from ledger_archive_total total join ledger_account account on account.id = total.account_id
      where account.user_id = $1 limit 1`,
    [userId],
  )
  return rows.length > 0
}
