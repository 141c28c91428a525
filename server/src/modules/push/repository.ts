import type { PushCategory, PushSubscriptionBody } from '../../../../contract/push'
import type { Queryable, Tx } from '../../database/database'

/** The most browsers of one user; the ones that subscribed first make room. */
export const SUBSCRIPTIONS_MAX = 10

export interface SubscriptionRow {
  endpoint: string
  locale: string
  created_at: Date
  last_success_at: Date | null
  last_failure_at: Date | null
}

/**
 * One per session and one per endpoint: a browser belongs to whoever is logged in on it. False if the session has
 * ended; a session that ends at the same moment takes the subscription with it.
 */
export async function subscribe(
  tx: Tx,
  user: { id: bigint; sessionId: string },
  { endpoint, p256dh, auth, locale }: PushSubscriptionBody,
  now: Date,
): Promise<boolean> {
  const session = await tx.first('select id from session where id = $1 and user_id = $2 for no key update', [
    user.sessionId,
    user.id,
  ])
  if (!session) return false
  await tx.query('delete from push_subscription where session_id = $1 and endpoint <> $2', [user.sessionId, endpoint])
  await tx.query(
    `insert into push_subscription as subscription (user_id, session_id, endpoint, p256dh, auth, locale, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (endpoint) do update
       set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
           locale = excluded.locale,
           created_at = case when subscription.session_id = excluded.session_id then subscription.created_at
                             else excluded.created_at end`,
    [user.id, user.sessionId, endpoint, Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url'), locale, now],
  )
  // Waiting pushes are for the previous user of the browser.
  await tx.query(
    `delete from push_delivery where user_id <> $1
        and subscription_id = (select id from push_subscription where session_id = $2)`,
    [user.id, user.sessionId],
  )
  await tx.query(
    `delete from push_subscription where user_id = $1 and id in (
       select id from push_subscription where user_id = $1 and session_id <> $2
        order by created_at desc, id desc offset ${SUBSCRIPTIONS_MAX - 1})`,
    [user.id, user.sessionId],
  )
  return true
}

export async function deleteSubscription(tx: Queryable, sessionId: string): Promise<void> {
  await tx.query('delete from push_subscription where session_id = $1', [sessionId])
}

export async function readState(tx: Queryable, userId: bigint, sessionId: string) {
  const row = await tx.first<{ subscribed: boolean; off: PushCategory[] }>(
    `select exists (select from push_subscription where session_id = $2) as subscribed,
            coalesce((select off from push_preference where user_id = $1), '{}') as off`,
    [userId, sessionId],
  )
  return { subscribed: row?.subscribed ?? false, off: row?.off ?? [] }
}

export async function writeOff(tx: Queryable, userId: bigint, off: readonly PushCategory[]): Promise<void> {
  await tx.query(
    'insert into push_preference (user_id, off) values ($1, $2) on conflict (user_id) do update set off = $2',
    [userId, off],
  )
}

export async function listSubscriptions(tx: Queryable, userId: bigint): Promise<SubscriptionRow[]> {
  return tx.query<SubscriptionRow>(
    `select endpoint, locale, created_at, last_success_at, last_failure_at from push_subscription
      where user_id = $1 order by created_at, id limit ${SUBSCRIPTIONS_MAX}`,
    [userId],
  )
}

export async function eraseUser(tx: Tx, userId: bigint): Promise<void> {
  await tx.query('delete from push_delivery where user_id = $1', [userId])
  await tx.query('delete from push_subscription where user_id = $1', [userId])
  await tx.query('delete from push_preference where user_id = $1', [userId])
}
