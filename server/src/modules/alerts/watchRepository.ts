import type { Queryable, Tx } from '../../database/database'
import type { Hit } from './levels'
import { type AlertRow, COLUMNS, type Direction } from './repository'

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
 * Active alerts, each with the first tick that reaches it, in one snapshot of the database. Only ticks count that came
 * after the alert's creation and after the last check of all alerts of its product.
 */
export function loadWatched(database: Queryable, numbers: readonly bigint[]): Promise<WatchedRow[]> {
  return database.query<WatchedRow>(
    `with mine as (
       select alert.number, alert.user_id, alert.product_id, alert.direction, alert.price,
              greatest(alert.after_sequence, progress.sequence) as since
         from price_alert alert left join price_alert_progress progress on progress.product_id = alert.product_id
        where alert.number = any ($1) and alert.state = alert_active()
     ), span as (
       select watched.product_id, span.lowest, span.highest
         from (select product_id, min(since) as since from mine group by product_id) watched
         join lateral (select min(tick.price) as lowest, max(tick.price) as highest from tick
                        where tick.product_id = watched.product_id and tick.sequence > watched.since) span on true
     )
     select mine.number, mine.user_id, mine.product_id, mine.direction, mine.price::text as price,
            coalesce(head.sequence, 0) as head, hit.sequence as hit_sequence, hit.at_ms as hit_at_ms, hit.price::text as hit_price
       from mine
       join span on span.product_id = mine.product_id
       left join tick_head head on head.product_id = mine.product_id
       left join lateral (
         select tick.sequence, tick.at_ms, tick.price from tick
          where tick.product_id = mine.product_id and tick.sequence > mine.since
            and case mine.direction when alert_above() then tick.price >= mine.price else tick.price <= mine.price end
            -- Most alerts are beyond every price since then: one comparison is enough.
            and case mine.direction when alert_above() then mine.price <= span.highest else mine.price >= span.lowest end
          order by tick.sequence limit 1) hit on true`,
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

/** Marks hits as triggered; leaves out alerts that another process took or that were canceled. */
export function claimHits(tx: Tx, hits: readonly Hit[], nowMs: number): Promise<AlertRow[]> {
  return tx.query<AlertRow>(
    `with hit as (
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[]) as given (number, sequence, at_ms, price)
     ), locked as (
       select number from price_alert where number in (select number from hit) and state = alert_active()
        order by number for no key update
     )
     update price_alert alert
        set state = alert_triggered(), ended_at_ms = $5, tick_sequence = hit.sequence, tick_at_ms = hit.at_ms,
            tick_price = hit.price
       from hit, locked, product
      where hit.number = locked.number and alert.number = locked.number and product.id = alert.product_id
     returning ${COLUMNS}`,
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
  return database.query<Progress>(
    `select head.product_id, head.sequence as head, coalesce(progress.sequence, 0) as progress
       from tick_head head left join price_alert_progress progress on progress.product_id = head.product_id
      where head.product_id = any ($1)`,
    [productIds],
  )
}

/** Under `lockForProgress`, once every active alert was checked against these ticks. */
export async function storeProgress(tx: Tx, evaluated: readonly (readonly [number, number])[]): Promise<void> {
  if (evaluated.length === 0) return
  await tx.query(
    `insert into price_alert_progress (product_id, sequence)
       select * from unnest($1::int[], $2::bigint[]) as checked (product_id, sequence) order by product_id
     on conflict (product_id) do update set sequence = greatest(price_alert_progress.sequence, excluded.sequence)`,
    [evaluated.map(([productId]) => productId), evaluated.map(([, sequence]) => sequence)],
  )
}
