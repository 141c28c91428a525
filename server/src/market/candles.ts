import type { Candle, Interval } from '../../../contract/market'
import type { Queryable } from '../database/database'
import { DAY_MS, MINUTE_MS } from '../shared/time'

export const INTERVAL_MS: Record<Interval, number> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': DAY_MS,
}

/** How long candles are kept; days stay for good. */
const KEPT_MS: Partial<Record<Interval, number>> = {
  '1m': 14 * DAY_MS,
  '5m': 60 * DAY_MS,
  '15m': 180 * DAY_MS,
  '1h': 730 * DAY_MS,
}

/** Brings candles up to date with the log from the minute of `fromMs` on. */
export async function foldTicks(database: Queryable, fromMs: number): Promise<void> {
  await database.query('select fold_ticks($1)', [fromMs])
}

interface CandleRow {
  open_at_ms: bigint
  open: string
  high: string
  low: string
  close: string
  volume: string
}

const candleOf = ({ open_at_ms, ...figures }: CandleRow): Candle => ({ openAt: Number(open_at_ms), ...figures })

const HOURS_PER_BUCKET = INTERVAL_MS['4h'] / INTERVAL_MS['1h']

/** Oldest first, up to `limit` that opened before `beforeMs`. */
export async function listCandles(
  database: Queryable,
  productId: number,
  interval: Interval,
  beforeMs: number,
  limit: number,
): Promise<Candle[]> {
  if (interval === '4h') return listFourHours(database, productId, beforeMs, limit)
  const rows = await database.query<CandleRow>(
    `select open_at_ms, open, high, low, close, volume from candle
      where product_id = $1 and interval = $2 and open_at_ms < $3
      order by open_at_ms desc limit $4`,
    [productId, interval, beforeMs, limit],
  )
  return rows.map(candleOf).reverse()
}

/**
 * Four hours are not stored: they are put together from the hours, of which one candle has at most four. The newest
 * `limit` × 4 hours therefore hold at least as many candles as are wanted, however long the market was closed.
 */
async function listFourHours(
  database: Queryable,
  productId: number,
  beforeMs: number,
  limit: number,
): Promise<Candle[]> {
  const rows = await database.query<CandleRow>(
    `with hour as (
       select open_at_ms, open_at_ms / $4 * $4 as bucket, open, high, low, close, volume from candle
        where product_id = $1 and interval = '1h' and open_at_ms < $2
        order by open_at_ms desc limit $5
     )
     select bucket as open_at_ms, (array_agg(open order by open_at_ms))[1] as open, max(high) as high, min(low) as low,
            (array_agg(close order by open_at_ms desc))[1] as close, sum(volume) as volume
       from hour group by bucket order by bucket desc limit $3`,
    [productId, endOfBucket(beforeMs), limit, INTERVAL_MS['4h'], limit * HOURS_PER_BUCKET],
  )
  return rows.map(candleOf).reverse()
}

/** The first four-hour boundary at or after `beforeMs`: no candle is cut. */
function endOfBucket(beforeMs: number): number {
  return Math.ceil(beforeMs / INTERVAL_MS['4h']) * INTERVAL_MS['4h']
}

/** A minute of one product with its turnover, for the figures of the last 24 hours. */
export interface Minute {
  productId: number
  openAtMs: number
  open: string
  high: string
  low: string
  close: string
  volume: number
  amount: number
}

export async function loadMinutes(database: Queryable, fromMs: number): Promise<Minute[]> {
  const rows = await database.query<CandleRow & { product_id: number; amount: string }>(
    `select candle.product_id, candle.open_at_ms, candle.open, candle.high, candle.low, candle.close, candle.volume,
            candle.amount
       from product join candle on candle.product_id = product.id and candle.interval = '1m' and candle.open_at_ms >= $1
      order by candle.open_at_ms`,
    [fromMs],
  )
  return rows.map((row) => ({
    productId: row.product_id,
    openAtMs: Number(row.open_at_ms),
    open: row.open,
    high: row.high,
    low: row.low,
    close: row.close,
    volume: Number(row.volume),
    amount: Number(row.amount),
  }))
}

/** Deletes candles that are past their time, by whole days: no coarser candle is left with its own part. */
export async function pruneCandles(database: Queryable, nowMs: number): Promise<void> {
  for (const [interval, keptMs] of Object.entries(KEPT_MS)) {
    await database.query(
      `delete from candle using product
        where candle.product_id = product.id and candle.interval = $1 and candle.open_at_ms < $2`,
      [interval, Math.floor((nowMs - keptMs) / DAY_MS) * DAY_MS],
    )
  }
}
