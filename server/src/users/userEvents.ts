import type { ChangeTopic } from '../../../contract/limits'

/** Channel of PostgreSQL's NOTIFY: an event of one user, from any process on this database. */
export const USER_EVENTS_CHANNEL = 'fairtick_user_events'

interface Sql {
  query(text: string, values: readonly unknown[]): Promise<unknown>
}

/**
 * Notifies the user's devices, wherever they are connected, that these topics changed. Sent when the transaction
 * commits. `account` includes the balance, which is sent along.
 */
export async function notifyUser(tx: Sql, userId: bigint, topics: readonly ChangeTopic[]): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [USER_EVENTS_CHANNEL, `${userId} ${topics.join(',')}`])
}

/** `notifyUser` for many, in one statement; a user who is named twice is notified once. */
export async function notifyUsers(tx: Sql, userIds: readonly bigint[], topics: readonly ChangeTopic[]): Promise<void> {
  await tx.query(
    `select pg_notify($1, user_id || ' ' || $3) from (select distinct unnest($2::bigint[]) as user_id) named`,
    [USER_EVENTS_CHANNEL, userIds, topics.join(',')],
  )
}

/** The other way: undefined for a payload that this version does not know. */
export function readUserEvent(payload: string): { userId: bigint; topics: string[] } | undefined {
  const [, userId, words] = /^(\d{1,18}) ([a-z_,]{1,200})$/.exec(payload) ?? []
  if (userId === undefined || words === undefined) return undefined
  return { userId: BigInt(userId), topics: words.split(',') }
}
