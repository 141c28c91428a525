import type { Queryable, Tx } from '../../database/database'
import type { Hit } from './levels'
import type { AlertRow, Direction } from './repository'

/** An active alert, checked against the log up to `head`. */
export interface WatchedRow {
  number: bigint
  user_id: bigint
  product_id: number
  direction: Direction
  price: string
  /** The newest tick of its product. */
  head: bigint
  hit_sequence: bigint | null
  hit_at_ms: bigint | null
  hit_price: string | null
}

export interface Progress {
  product_id: number
  head: bigint
  progress: bigint
}

/**
 * Active alerts with the first tick that reaches each, as the database has both in one view: after its creation, and
 * after the ticks that all alerts of its product were checked against.
 */
export function loadWatched(database: Queryable, numbers: readonly bigint[]): Promise<WatchedRow[]> {
  return database.query<WatchedRow & Record<string, unknown>>(
    `with mine as (
       select a.number, a.user_id, a.product_id, a.direction, a.price, greatest(a.after_sequence, g.sequence) as since
         from price_alert a left join price_alert_progress g on g.product_id = a.product_id
        where a.number = any ($1) and a.state = alert_active()
     ), span as (
       select f.product_id, s.lowest, s.highest
         from (select product_id, min(since) as since from mine group by product_id) f
         join lateral (select min(k.price) as lowest, max(k.price) as highest from tick k
                        where k.product_id = f.product_id and k.sequence > f.since) s on true
     )
     select m.number, m.user_id, m.product_id, m.direction, m.price::text as price, coalesce(h.sequence, 0) as head,
            t.sequence as hit_sequence, t.at_ms as hit_at_ms, t.price::text as hit_price
       from mine m
       join span s on s.product_id = m.product_id
       left join tick_head h on h.product_id = m.product_id
       left join lateral (
         select k.sequence, k.at_ms, k.price from tick k
          where k.product_id = m.product_id and k.sequence > m.since
            and case m.direction when 1 then k.price >= m.price else k.price <= m.price end
            -- Most alerts are beyond every price since then: one comparison is enough.
            and case m.direction when 1 then m.price <= s.highest else m.price >= s.lowest end
          order by k.sequence limit 1) t on true`,
    [numbers],
  )
}

export async function activeNumbers(database: Queryable, afterNo: bigint): Promise<bigint[]> {
  const rows = await database.query<{ number: bigint }>(
    'select number from price_alert where state = alert_active() and number > $1 order by number',
    [afterNo],
  )
  return rows.map((row) => row.number)
}

export async function activeNumbersOfUsers(database: Queryable, userIds: readonly bigint[]): Promise<bigint[]> {
  const rows = await database.query<{ number: bigint }>(
    'select number from price_alert where state = alert_active() and user_id = any ($1)',
    [userIds],
  )
  return rows.map((row) => row.number)
}

export async function activeNumbersOfProducts(database: Queryable, productIds: readonly number[]): Promise<bigint[]> {
  const rows = await database.query<{ number: bigint }>(
    'select number from price_alert where state = alert_active() and product_id = any ($1)',
    [productIds],
  )
  return rows.map((row) => row.number)
}

/** What was triggered here and nowhere else: an alert that another process took, or that was cancelled, is left out. */
export function claimHits(tx: Tx, hits: readonly Hit[], nowMs: number): Promise<AlertRow[]> {
  return tx.query<AlertRow & Record<string, unknown>>(
    `with hit as (
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[]) as h (number, sequence, at_ms, price)
     ), locked as (
       select number from price_alert where number in (select number from hit) and state = alert_active() order by number for no key update
     )
     update price_alert a
        set state = alert_triggered(), ended_at_ms = $5, tick_sequence = h.sequence, tick_at_ms = h.at_ms, tick_price = h.price
       from hit h, locked l, product p
      where h.number = l.number and a.number = l.number and p.id = a.product_id
     returning a.number, a.user_id, a.id, p.symbol, a.direction, a.price::text as price, a.state, a.created_at_ms,
               a.ended_at_ms, a.tick_sequence, a.tick_at_ms, a.tick_price::text as tick_price`,
    [
      hits.map((hit) => hit.number),
      hits.map((hit) => hit.tick.sequence),
      hits.map((hit) => hit.tick.atMs),
      hits.map((hit) => hit.tick.price),
      nowMs,
    ],
  )
}

export function readProgress(database: Queryable, productIds: readonly number[]): Promise<Progress[]> {
  return database.query<Progress & Record<string, unknown>>(
    `select h.product_id, h.sequence as head, coalesce(g.sequence, 0) as progress
       from tick_head h left join price_alert_progress g on g.product_id = h.product_id
      where h.product_id = any ($1)`,
    [productIds],
  )
}

/** Under `lockForProgress`, when every active alert was checked against these ticks. */
export async function storeProgress(tx: Tx, evaluated: readonly (readonly [number, number])[]): Promise<void> {
  if (evaluated.length === 0) return
  await tx.query(
    `insert into price_alert_progress (product_id, sequence)
       select p, s from unnest($1::int[], $2::bigint[]) as e (p, s) order by p
     on conflict (product_id) do update set sequence = greatest(price_alert_progress.sequence, excluded.sequence)`,
    [evaluated.map(([productId]) => productId), evaluated.map(([, sequence]) => sequence)],
  )
}
