import type { Queryable, Tx } from '../../database/database'
import type { Told } from './words'

/** A row of the queue that this process has claimed, with where it goes. */
export interface ClaimedRow extends Told {
  id: bigint
  subscription_id: bigint
  expires_at: Date
  tries: number
  ttl_seconds: number
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  locale: string
}

/** How long a claim lasts; if its process dies, the push is sent again after that. */
const LEASE = "interval '3 minutes'"
const LOOKED_AT_MAX = 500

/**
 * Claims the due pushes of at most `limit` subscriptions. Due times are the database's, so that nodes agree; `now` and
 * `idleSince` apply to sessions (plugins/auth.ts): users who would have to log in again get no push.
 */
export async function claimDeliveries(tx: Tx, limit: number, now: Date, idleSince: Date): Promise<ClaimedRow[]> {
  return tx.query<ClaimedRow>(
    `with due as materialized (
       select distinct subscription_id as id from (
         select subscription_id from push_delivery where due_at <= clock_timestamp() order by due_at limit ${LOOKED_AT_MAX}) first),
     mine as materialized (
       select subscription.id, subscription.endpoint, subscription.p256dh, subscription.auth, subscription.locale
         from push_subscription subscription join session on session.id = subscription.session_id
        where subscription.id in (select id from due) and session.expires_at > $2 and session.last_seen_at > $3
        limit $1 for update of subscription skip locked),
     claimed as (
       update push_delivery delivery set due_at = clock_timestamp() + ${LEASE}, tries = delivery.tries + 1
         from mine
        where delivery.subscription_id = mine.id and delivery.due_at <= clock_timestamp()
          and delivery.expires_at > clock_timestamp()
       returning delivery.*)
     select claimed.id, claimed.subscription_id, category, kind, facts, count, expires_at, tries,
            ceil(extract(epoch from claimed.expires_at - clock_timestamp()))::int as ttl_seconds,
            announcement.texts, mine.endpoint, mine.p256dh, mine.auth, mine.locale
       from claimed join mine on mine.id = claimed.subscription_id
       left join announcement on announcement.id = (claimed.facts ->> 'announcement')::bigint
      order by claimed.subscription_id, category, claimed.id`,
    [limit, now, idleSince],
  )
}

/** Deletes pushes that are due but useless: expired, or of a browser or a session that has ended. Returns how many. */
export async function dropUseless(tx: Queryable, limit: number, now: Date, idleSince: Date): Promise<number> {
  const rows = await tx.query(
    `delete from push_delivery where id in (
       select delivery.id from push_delivery delivery
        where delivery.due_at <= clock_timestamp()
          and (delivery.expires_at <= clock_timestamp() or not exists (
                select from push_subscription subscription join session on session.id = subscription.session_id
                 where subscription.id = delivery.subscription_id and session.expires_at > $2 and session.last_seen_at > $3))
        order by delivery.due_at limit $1 for update skip locked)
     returning id`,
    [limit, now, idleSince],
  )
  return rows.length
}

/**
 * From here on each is its own statement: a lock on the queue is never held together with one on a subscription.
 */
export async function deleteDeliveries(tx: Queryable, ids: readonly bigint[]): Promise<void> {
  await tx.query('delete from push_delivery where id = any ($1)', [ids])
}

export async function putOff(tx: Queryable, ids: readonly bigint[], seconds: number): Promise<void> {
  await tx.query(`update push_delivery set due_at = clock_timestamp() + $2 * interval '1 second' where id = any ($1)`, [
    ids,
    seconds,
  ])
}

export async function noteOutcome(tx: Queryable, subscriptionId: bigint, isSent: boolean, now: Date): Promise<void> {
  await tx.query(
    isSent
      ? 'update push_subscription set last_success_at = $2, failures = 0 where id = $1'
      : 'update push_subscription set last_failure_at = $2, failures = failures + 1 where id = $1',
    [subscriptionId, now],
  )
}

/** Deletes the subscription unless its browser has subscribed again since. */
export async function removeSubscription(tx: Queryable, id: bigint, endpoint: string): Promise<void> {
  await tx.query('delete from push_subscription where id = $1 and endpoint = $2', [id, endpoint])
}

/** Deletes subscriptions that have failed since then without a success, and that last succeeded before it. */
export async function forgetSilent(tx: Queryable, since: Date): Promise<void> {
  await tx.query(
    `delete from push_subscription
      where failures > 0 and coalesce(last_success_at, created_at) < $1 and last_failure_at >= $1`,
    [since],
  )
}

export async function countWaiting(tx: Queryable, max: number): Promise<number> {
  const row = await tx.first<{ count: bigint }>(
    'select count(*) from (select from push_delivery where due_at <= clock_timestamp() limit $1) waiting',
    [max],
  )
  return Number(row?.count ?? 0n)
}

/**
 * Queues one announcement to everybody for the next `limit` subscriptions: those of users who had registered by then,
 * are on no break and have not switched it off. Returns how many subscriptions it passed; undefined without an
 * announcement.
 */
export async function spreadAnnouncement(tx: Tx, limit: number): Promise<number | undefined> {
  const row = await tx.first<{ announcement_id: bigint; after_subscription: bigint }>(
    `select announcement_id, after_subscription from push_fanout
      order by announcement_id limit 1 for update skip locked`,
  )
  if (!row) return undefined
  const passed = await tx.first<{ count: bigint; last: bigint | null }>(
    `with next as materialized (
       select id, user_id from push_subscription where id > $2 order by id limit $3),
     queued as (
       insert into push_delivery (subscription_id, user_id, category, kind, facts, count, created_at, expires_at, due_at)
         select next.id, next.user_id, terms.category, terms.kind, jsonb_build_object('announcement', announcement.id::text), 1,
                clock_timestamp(), fanout.created_at + terms.kept, clock_timestamp()
           from next
           join announcement on announcement.id = $1
           join push_fanout fanout on fanout.announcement_id = announcement.id
           join push_terms() terms on terms.kind = 'announcement'
           join app_user on app_user.id = next.user_id and app_user.created_at <= announcement.created_at
           left join push_preference switches on switches.user_id = next.user_id
          where not (terms.category = any (coalesce(switches.off, '{}')))
            and not exists (select from account_break pause
                             where pause.user_id = next.user_id and pause.started_at <= announcement.created_at
                               and (pause.reopens_at is null or pause.reopens_at > announcement.created_at)))
     select count(*), max(id) as last from next`,
    [row.announcement_id, row.after_subscription, limit],
  )
  const count = Number(passed?.count ?? 0n)
  if (count < limit) await tx.query('delete from push_fanout where announcement_id = $1', [row.announcement_id])
  else {
    await tx.query('update push_fanout set after_subscription = $2 where announcement_id = $1', [
      row.announcement_id,
      passed?.last,
    ])
  }
  return count
}
