import type { Queryable } from '../database/database'

/** Whether postings of this user were moved out of the database. */
export async function hasArchivedPostings(tx: Queryable, userId: bigint): Promise<boolean> {
  const rows = await tx.query(
    `select 1 as found from ledger_archive_total total join ledger_account account on account.id = total.account_id
      where account.user_id = $1 limit 1`,
    [userId],
  )
  return rows.length > 0
}
