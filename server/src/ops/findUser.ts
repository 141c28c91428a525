import type { Queryable } from '../database/database'
import { OpsRefusal } from './kit'

/** A user by account. `subject` is their number for the audit log, which outlives a deleted account. */
export async function findUser(database: Queryable, account: string): Promise<{ id: bigint; subject: string }> {
  const user = await database.first<{ id: bigint }>(
    'select id from app_user where lower(account) = lower($1) and deleted_at is null',
    [account],
  )
  if (!user) throw new OpsRefusal(`There is no account "${account}".`)
  return { id: user.id, subject: `user ${user.id}` }
}
