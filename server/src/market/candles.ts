import type { Candle, Interval } from '../../../contract/market'
import type { Queryable } from '../plugins/database'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

export const INTERVAL_MS: Record<Interval, number> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
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

/** Oldest first, up to `limit` that opened before `beforeMs`. */
export async function listCandles(
  database: Queryable,
  productId: number,
  interval: Interval,
  beforeMs: number,
  limit: number,
): Promise<Candle[]> {
  const rows = await database.query<{
    open_at_ms: bigint
    open: string
    high: string
    low: string
    close: string
    volume: string
  }>(
    `select open_at_ms, open, high, low, close, volume from candle
      where product_id = $1 and interval = $2 and open_at_ms < $3
      order by open_at_ms desc limit $4`,
    [productId, interval, beforeMs, limit],
  )
  return rows
    .map((row) => ({
      openAt: Number(row.open_at_ms),
      open: row.open,
      high: row.high,
      low: row.low,
      close: row.close,
      volume: row.volume,
    }))
    .reverse()
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
  const rows = await database.query<{
    product_id: number
    open_at_ms: bigint
    open: string
    high: string
    low: string
    close: string
    volume: string
    amount: string
  }>(
    `select c.product_id, c.open_at_ms, c.open, c.high, c.low, c.close, c.volume, c.amount
       from product p join candle c on c.product_id = p.id and c.interval = '1m' and c.open_at_ms >= $1
      order by c.open_at_ms`,
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

/** Deletes candles that are past their time. */
export async function pruneCandles(database: Queryable, nowMs: number): Promise<void> {
  for (const [interval, keptMs] of Object.entries(KEPT_MS)) {
    await database.query(
      `delete from candle c using product p
        where c.product_id = p.id and c.interval = $1 and c.open_at_ms < $2`,
      [interval, nowMs - keptMs],
    )
  }
}
