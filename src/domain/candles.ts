import type { Candle, Interval } from '../../contract/market'
import { add, compare } from './arithmetic'

/** The server keeps candles from a minute on; shorter ones are drawn from the prices themselves. */
export type SecondsInterval = '5s' | '15s'
export type ChartInterval = SecondsInterval | Interval

/** Length of each interval; days are UTC days. */
export const INTERVAL_MS: Record<ChartInterval, number> = {
  '5s': 5_000,
  '15s': 15_000,
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
}

/** More history than this is never kept: the newest candles stay. */
export const CANDLES_MAX = 5000

/** A price at an instant: a tick, or a quote (which has no size). */
export interface PricePoint {
  price: string
  /** Epoch milliseconds, the server's. */
  at: number
  size?: string
}

/** When the candle that `at` falls into opened, epoch milliseconds. */
export function candleOpenAt(at: number, interval: ChartInterval): number {
  return Math.floor(at / INTERVAL_MS[interval]) * INTERVAL_MS[interval]
}

/**
 * `candles` with a live price folded into the last one, or into a new one after it. Untouched candles stay the same
 * objects. A price older than the last candle changes nothing: the server's history has it already.
 */
export function foldPrice(candles: readonly Candle[], point: PricePoint, interval: Interval): readonly Candle[] {
  const openAt = candleOpenAt(point.at, interval)
  const last = candles[candles.length - 1]
  if (last && openAt < last.openAt) return candles
  if (!last || openAt > last.openAt) {
    const { price } = point
    const opened = { openAt, open: price, high: price, low: price, close: price, volume: point.size ?? '0' }
    return capped([...candles, opened])
  }
  const folded: Candle = {
    ...last,
    high: compare(point.price, last.high) > 0 ? point.price : last.high,
    low: compare(point.price, last.low) < 0 ? point.price : last.low,
    close: point.price,
    volume: point.size === undefined ? last.volume : sumOf(last.volume, point.size),
  }
  return isSame(last, folded) ? candles : [...candles.slice(0, -1), folded]
}

/** Candles of prices, oldest first, without volumes. */
export function candlesOf(points: readonly { at: number; text: string }[], interval: ChartInterval): readonly Candle[] {
  const candles: Candle[] = []
  for (const { at, text } of points) {
    const openAt = candleOpenAt(at, interval)
    const last = candles[candles.length - 1]
    if (last?.openAt === openAt) {
      if (compare(text, last.high) > 0) last.high = text
      if (compare(text, last.low) < 0) last.low = text
      last.close = text
    } else candles.push({ openAt, open: text, high: text, low: text, close: text, volume: '0' })
  }
  return candles
}

/**
 * History and live candles as one series, oldest first, one candle per `openAt`. A page from the server wins over what
 * was folded here, except that the newest candle keeps the wider range and the live close, because the page may have
 * been made a moment earlier. Pages may come in any order and may overlap.
 */
export function mergeCandles(candles: readonly Candle[], page: readonly Candle[]): readonly Candle[] {
  const byOpenAt = new Map<number, Candle>()
  for (const candle of candles) byOpenAt.set(candle.openAt, candle)
  const newest = candles[candles.length - 1]
  for (const candle of page) {
    const known = byOpenAt.get(candle.openAt)
    if (known && isSame(known, candle)) continue
    byOpenAt.set(candle.openAt, known && known === newest ? widened(known, candle) : candle)
  }
  return capped([...byOpenAt.values()].sort((a, b) => a.openAt - b.openAt))
}

function widened(live: Candle, page: Candle): Candle {
  return {
    ...page,
    high: compare(live.high, page.high) > 0 ? live.high : page.high,
    low: compare(live.low, page.low) < 0 ? live.low : page.low,
    close: live.close,
  }
}

function isSame(a: Candle, b: Candle): boolean {
  return a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume
}

function capped(candles: readonly Candle[]): readonly Candle[] {
  return candles.length > CANDLES_MAX ? candles.slice(-CANDLES_MAX) : candles
}

/** Exact, with as many decimals as the finer of the two. */
function sumOf(a: string, b: string): string {
  return add(a, b, Math.max(decimalsOf(a), decimalsOf(b)))
}

function decimalsOf(text: string): number {
  const dot = text.indexOf('.')
  return dot < 0 ? 0 : text.length - dot - 1
}
