import type { Queryable } from '../database/database'

/** Up to when orders or postings were moved to the archive; null for a user of whom none was. */
export async function findRecordsEnd(tx: Queryable, userId: bigint): Promise<Date | null> {
  const row = await tx.first<{ at: Date | null }>(
    `select max(at) as at from archive_end
      where exists (select from order_archive_total where user_id = $1)
         or exists (select from ledger_archive_total total join ledger_account account on account.id = total.account_id
                     where account.user_id = $1)`,
    [userId],
  )
  return row?.at ?? null
}
