import { RESULTS_CURVE_MAX, RESULTS_NEWEST_MAX, RESULTS_ORDERS_MAX } from '../../../../contract/results'
import type { Queryable } from '../../database/database'

export interface ResultsFilter {
  timeZone: string
  /** Closing times from this instant on; null for all. */
  fromMs: bigint | null
  symbol: string | null
  durationSeconds: number | null
  /** As it is stored. */
  status: number | null
}

/** Midnight at which the period of this many days begins; null if no days are given. */
export async function findPeriod(
  source: Queryable,
  timeZone: string,
  days: number | null,
  nowMs: number,
): Promise<Date | null> {
  const row = await source.first<{ from: Date | null }>(
    `select (date_trunc('day', to_timestamp($3 / 1000.0) at time zone $1) - make_interval(days => $2::int - 1))
              at time zone $1 as "from"`,
    [timeZone, days, nowMs],
  )
  return row?.from ?? null
}

/** Sums of a group of orders, minor units, a point of the curve, or a single order. */
export interface ResultsRow {
  part: 'total' | 'day' | 'product' | 'duration' | 'hour' | 'point' | 'order'
  /** Day, symbol, seconds or hour; of a point its instant in milliseconds, of an order its id. */
  key: string | null
  /** For a point or an order: the number of orders up to it. */
  orders: bigint
  won: bigint
  lost: bigint
  tie: bigint
  void: bigint
  staked: bigint
  net: bigint
  /** Stakes of won and lost orders. */
  bet_stakes: bigint
  bet_payouts: bigint
  /** Largest fall of the whole curve, in every row but points and orders. */
  largest_fall: bigint
}

/**
 * All figures in one statement, so that they are of the same moment. It reads the newest orders of the period by the index
 * `trade_order_closed`, at most `RESULTS_ORDERS_MAX` regardless of the filter.
 */
export function readResults(source: Queryable, userId: bigint, filter: ResultsFilter): Promise<ResultsRow[]> {
  return source.query<ResultsRow>(
    `with newest as materialized (
       select * from trade_order
        where user_id = $1 and status > order_open() and ($2::bigint is null or closed_at_ms >= $2)
        order by closed_at_ms desc, number desc limit ${RESULTS_ORDERS_MAX}),
     counted as (
       select newest.id, product.symbol, duration_seconds, stake, payout, newest.status, profit_loss, closed_at_ms,
              (to_timestamp(closed_at_ms / 1000.0) at time zone $3)::date as day,
              extract(hour from to_timestamp(accepted_at_ms / 1000.0) at time zone $3)::int as hour,
              row_number() over placed as nth, count(*) over () as orders, sum(profit_loss) over placed as net
         from newest join product on product.id = newest.product_id
        where ($4::text is null or product.symbol = $4) and ($5::int is null or duration_seconds = $5)
          and ($6::smallint is null or newest.status = $6)
       window placed as (order by closed_at_ms, number)),
     curve as materialized (
       select *, greatest(0, max(net) over (order by nth)) - net as fall from counted)
     select case grouping(day, symbol, duration_seconds, hour)
              when 15 then 'total' when 7 then 'day' when 11 then 'product' when 13 then 'duration' else 'hour' end as part,
            coalesce(day::text, symbol, duration_seconds::text, hour::text) as key, count(*) as orders,
            count(*) filter (where status = order_won()) as won, count(*) filter (where status = order_lost()) as lost,
            count(*) filter (where status = order_tie()) as tie, count(*) filter (where status = order_void()) as void,
            coalesce(sum(stake), 0)::bigint as staked, coalesce(sum(profit_loss), 0)::bigint as net,
            coalesce(sum(stake) filter (where status in (order_won(), order_lost())), 0)::bigint as bet_stakes,
            coalesce(sum(payout) filter (where status in (order_won(), order_lost())), 0)::bigint as bet_payouts,
            coalesce(max(fall), 0)::bigint as largest_fall
       from curve group by grouping sets ((), (day), (symbol), (duration_seconds), (hour))
     union all
     select 'point', closed_at_ms::text, nth, 0, 0, 0, 0, 0, net::bigint, 0, 0, 0
       from curve where nth = orders or nth % ((orders + ${RESULTS_CURVE_MAX - 1}) / ${RESULTS_CURVE_MAX}) = 0
     union all
     select 'order', id::text, nth, (status = order_won())::int, (status = order_lost())::int, (status = order_tie())::int,
            (status = order_void())::int, 0, 0, 0, 0, 0
       from curve where nth > orders - ${RESULTS_NEWEST_MAX}`,
    [userId, filter.fromMs, filter.timeZone, filter.symbol, filter.durationSeconds, filter.status],
  )
}

/** When the oldest order closed that is counted, if the period has more than can be; else undefined. */
export async function findCut(source: Queryable, userId: bigint, fromMs: bigint | null): Promise<bigint | undefined> {
  const rows = await source.query<{ closed_at_ms: bigint }>(
    `select closed_at_ms from trade_order
      where user_id = $1 and status > order_open() and ($2::bigint is null or closed_at_ms >= $2)
      order by closed_at_ms desc, number desc limit 2 offset ${RESULTS_ORDERS_MAX - 1}`,
    [userId, fromMs],
  )
  return rows.length > 1 ? rows[0]?.closed_at_ms : undefined
}
