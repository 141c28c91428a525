import type { MessageKind } from '../../../../contract/messageFacts'
import type { Queryable, Tx } from '../../database/database'

/** One entry of the list: a message of the system (source 0), an announcement (1), or the result of an order (2). */
export interface EntryRow {
  source: number
  id: bigint
  /** Microseconds since 1970: what the list is ordered by. */
  at_us: bigint
  kind: MessageKind
  facts: Record<string, string>
  texts: Record<string, { title: string; body: string }> | null
  created_at: Date
  read: boolean
}

const AT_US = '(extract(epoch from created_at) * 1000000)::bigint'
/** The same as an instant, so that a later page starts within the index and not at its beginning. */
const FROM = "($3::bigint is null or created_at <= timestamptz 'epoch' + $3 * interval '1 microsecond')"
/** A result is read from its order, which the index knows as closed; a void one has a message. */
const IS_RESULT = 'status > order_open() and status <> order_void()'

/** Kinds of each group that a user can mute. */
export const GROUP_KINDS: Record<string, readonly MessageKind[]> = {
  orders: ['order_settled'],
  alerts: ['price_alert'],
  deposits: ['deposit_successful', 'deposit_failed'],
  withdrawals: ['withdrawal_successful', 'withdrawal_failed'],
  verification: ['verification_verified', 'verification_rejected'],
  savings: ['savings_confirmed'],
}

/**
 * Announcements to everybody reach users who were registered then and on no break: no marketing during a break
 * (PRODUCT.md 19).
 */
const TO_EVERYBODY = `announcement.user_id is null and announcement.created_at >= (select created_at from app_user where id = $1)
  and not exists (select from account_break pause where pause.user_id = $1 and pause.started_at <= announcement.created_at
                     and (pause.reopens_at is null or pause.reopens_at > announcement.created_at))`

export interface ListedEntries {
  userId: bigint
  /** Kinds that the user has muted. */
  hidden: readonly string[]
  /** Results of orders are as old as this at the most, as other messages are. */
  since: Date
  /** Key of the last entry of the page before. */
  before: readonly bigint[] | undefined
  limit: number
}

/** Messages, announcements and results of orders as one list, newest first. */
export function listEntries(
  tx: Queryable,
  { userId, hidden, since, before, limit }: ListedEntries,
): Promise<EntryRow[]> {
  return tx.query<EntryRow>(
    `with entry as (
       (select 0 as source, id, ${AT_US} as at_us, kind, facts, null::jsonb as texts, created_at, read_at is not null as read
          from message
         where user_id = $1 and not (kind = any ($2)) and ($3::bigint is null or (${AT_US}, 0, id) < ($3, $4::bigint, $5))
           and ${FROM}
         order by created_at desc, id desc limit $6)
       union all
       (select 1, id, ${AT_US}, 'announcement', '{}', texts, created_at,
               exists (select 1 from announcement_read where user_id = $1 and announcement_id = announcement.id)
          from announcement
         where (user_id = $1 or (${TO_EVERYBODY})) and ($3::bigint is null or (${AT_US}, 1, id) < ($3, $4::bigint, $5))
           and ${FROM}
         order by created_at desc, id desc limit $6)
       union all
       (select 2, placed.number, closed_at_ms * 1000, 'order_settled', settled_facts(placed, product), null,
               to_timestamp(closed_at_ms / 1000.0), true
          from trade_order placed join product on product.id = placed.product_id
         where user_id = $1 and ${IS_RESULT} and not ('order_settled' = any ($2)) and closed_at_ms >= $7
           and ($3::bigint is null or (closed_at_ms * 1000, 2, placed.number) < ($3, $4::bigint, $5))
           and ($3::bigint is null or closed_at_ms <= $3 / 1000)
         order by closed_at_ms desc, placed.number desc limit $6)
     )
     select * from entry order by at_us desc, source desc, id desc limit $6`,
    [userId, hidden, before?.[0] ?? null, before?.[1] ?? null, before?.[2] ?? null, limit, since.getTime()],
  )
}

/** Announcements for this user: those to everybody since the registration, and those to the user alone. */
const OWN_ANNOUNCEMENTS = `select id from announcement
  where user_id = $1 or (${TO_EVERYBODY})`

export async function countUnread(tx: Queryable, userId: bigint, hidden: readonly string[]): Promise<number> {
  const row = await tx.first<{ unread: bigint }>(
    `select (select count(*) from message where user_id = $1 and read_at is null and not (kind = any ($2)))
          + (select count(*) from (${OWN_ANNOUNCEMENTS}) own
              where not exists (select 1 from announcement_read where user_id = $1 and announcement_id = own.id))
         as unread`,
    [userId, hidden],
  )
  return Number(row?.unread ?? 0n)
}

/** Whether there is a result of this number, which counts as read. */
export function hasResult(tx: Queryable, userId: bigint, number: bigint): Promise<boolean> {
  return tx.some(`select from trade_order where user_id = $1 and number = $2 and ${IS_RESULT}`, [userId, number])
}

/** False if the user has no such message. */
export function markRead(tx: Queryable, userId: bigint, id: bigint, now: Date): Promise<boolean> {
  return tx.some('update message set read_at = coalesce(read_at, $3) where user_id = $1 and id = $2 returning id', [
    userId,
    id,
    now,
  ])
}

export function markAnnouncementRead(tx: Queryable, userId: bigint, id: bigint): Promise<boolean> {
  return tx.some(
    `with own as (select id from (${OWN_ANNOUNCEMENTS}) sent where id = $2),
          marked as (insert into announcement_read (user_id, announcement_id) select $1, id from own on conflict do nothing)
     select id from own`,
    [userId, id],
  )
}

export async function markAllRead(tx: Tx, userId: bigint, now: Date): Promise<void> {
  await tx.query('update message set read_at = $2 where user_id = $1 and read_at is null', [userId, now])
  await tx.query(
    `insert into announcement_read (user_id, announcement_id) select $1, id from (${OWN_ANNOUNCEMENTS}) own
     on conflict do nothing`,
    [userId],
  )
}

export async function readMuted(tx: Queryable, userId: bigint): Promise<string[]> {
  const row = await tx.first<{ muted: string[] }>('select muted from message_preference where user_id = $1', [userId])
  return row?.muted ?? []
}

export async function writeMuted(tx: Queryable, userId: bigint, muted: readonly string[]): Promise<void> {
  await tx.query(
    `insert into message_preference (user_id, muted) values ($1, $2) on conflict (user_id) do update set muted = $2`,
    [userId, muted],
  )
}

export async function insertAnnouncement(
  tx: Tx,
  userId: bigint | null,
  texts: Record<string, { title: string; body: string }>,
  now: Date,
): Promise<bigint> {
  const row = await tx.first<{ id: bigint }>(
    'insert into announcement (user_id, texts, created_at) values ($1, $2, $3) returning id',
    [userId, JSON.stringify(texts), now],
  )
  return row?.id ?? 0n
}

/** Deletes at most `limit` messages older than `before`; returns how many. */
export async function deleteOld(tx: Queryable, before: Date, limit: number): Promise<number> {
  const row = await tx.first<{ count: bigint }>(
    `with old as (select id from message where created_at < $1 order by created_at limit $2),
          gone as (delete from message where id in (select id from old) returning 1),
          said as (delete from announcement where id in (select id from announcement where created_at < $1 limit $2)
                   returning 1)
     select (select count(*) from gone) + (select count(*) from said) as count`,
    [before, limit],
  )
  return Number(row?.count ?? 0n)
}
