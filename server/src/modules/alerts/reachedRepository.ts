import type { Queryable, Tx } from '../../database/database'
import { type AlertRow, COLUMNS } from './repository'

/** The ticks of a product that its active alerts were not compared with yet. */
export interface Span {
  product_id: number
  /** The newest of them. */
  head: bigint
  /** The last tick before them. */
  since: bigint
  /** Decimal strings. */
  lowest: string
  highest: string
}

/** An active alert and the first tick that reaches it. */
export interface Hit {
  number: bigint
  sequence: bigint
  at_ms: bigint
  /** Decimal string. */
  price: string
}

/** Beyond so many ticks it is cheaper to look when the oldest alert was made than to read them all. */
const LONG_SPAN = 5_000

/** Products with active alerts whose log has grown since they were compared with it. */
export function spansAhead(database: Queryable): Promise<Span[]> {
  return database.query<Span>(
    `select head.product_id, head.sequence as head, since.sequence as since, span.lowest::text as lowest, span.highest::text as highest
       from tick_head head
       left join price_alert_progress progress on progress.product_id = head.product_id
       cross join lateral (select coalesce(progress.sequence, 0) as sequence) compared
       cross join lateral (
         select case when head.sequence - compared.sequence < $1 then compared.sequence
                     else greatest(compared.sequence, (select min(after_sequence) from price_alert oldest
                                                        where oldest.product_id = head.product_id and oldest.state = alert_active()))
                 end as sequence) since
       cross join lateral (
         select min(tick.price) as lowest, max(tick.price) as highest from tick
          where tick.product_id = head.product_id and tick.sequence > since.sequence and tick.sequence <= head.sequence) span
      where head.sequence > compared.sequence
        and exists (select from price_alert alert where alert.product_id = head.product_id and alert.state = alert_active())`,
    [LONG_SPAN],
  )
}

/** At most `limit` alerts that a tick of these spans reaches, each with the first such tick after its creation. */
export function hitsOf(tx: Tx, spans: readonly Span[], limit: number): Promise<Hit[]> {
  return tx.query<Hit>(
    `select alert.number, hit.sequence, hit.at_ms, hit.price::text as price
       from unnest($1::int[], $2::bigint[], $3::bigint[], $4::numeric[], $5::numeric[]) as span (product_id, head, since, lowest, highest)
       cross join lateral (
         select number, direction, price, after_sequence from price_alert
          where product_id = span.product_id and state = alert_active() and direction = alert_above() and price <= span.highest
         union all
         select number, direction, price, after_sequence from price_alert
          where product_id = span.product_id and state = alert_active() and direction = alert_below() and price >= span.lowest) alert
       cross join lateral (
         select tick.sequence, tick.at_ms, tick.price from tick
          where tick.product_id = span.product_id and tick.sequence <= span.head
            and tick.sequence > greatest(span.since, alert.after_sequence)
            and case alert.direction when alert_above() then tick.price >= alert.price else tick.price <= alert.price end
          order by tick.sequence limit 1) hit
      limit $6`,
    [
      spans.map((span) => span.product_id),
      spans.map((span) => span.head),
      spans.map((span) => span.since),
      spans.map((span) => span.lowest),
      spans.map((span) => span.highest),
      limit,
    ],
  )
}

/** Marks hits as triggered; leaves out alerts that were cancelled in the meantime. */
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
      hits.map((hit) => hit.sequence),
      hits.map((hit) => hit.at_ms),
      hits.map((hit) => hit.price),
      nowMs,
    ],
  )
}

/** Under `lockForProgress`, once every active alert was compared with these ticks. */
export async function storeProgress(tx: Tx, spans: readonly Span[]): Promise<void> {
  await tx.query(
    `insert into price_alert_progress (product_id, sequence)
       select * from unnest($1::int[], $2::bigint[]) as compared (product_id, sequence) order by product_id
     on conflict (product_id) do update set sequence = greatest(price_alert_progress.sequence, excluded.sequence)`,
    [spans.map((span) => span.product_id), spans.map((span) => span.head)],
  )
}
