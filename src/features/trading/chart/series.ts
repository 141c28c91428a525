import type { Candle } from '../../../../contract/market'
import { movingAverage } from '../../../domain/indicators'

/** A candle as numbers, for pixels only; texts are taken from the candle itself. */
export interface Bar {
  readonly candle: Candle
  readonly openAt: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export interface Average {
  readonly period: number
  readonly values: readonly (number | undefined)[]
}

/** `candles` as numbers. Bars of unchanged candles are reused: a tick costs one bar, not the whole series. */
export function barsOf(candles: readonly Candle[], known: readonly Bar[]): readonly Bar[] {
  const byCandle = new Map(known.map((bar) => [bar.candle, bar]))
  return candles.map((candle) => byCandle.get(candle) ?? barOf(candle))
}

function barOf(candle: Candle): Bar {
  return {
    candle,
    openAt: candle.openAt,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    volume: Number(candle.volume),
  }
}

/** How many bars of `next` come after the newest of `previous`. */
export function addedAtEnd(previous: readonly Bar[], next: readonly Bar[]): number {
  const newest = previous[previous.length - 1]
  if (!newest) return 0
  let added = 0
  while (added < next.length && (next[next.length - 1 - added]?.openAt ?? 0) > newest.openAt) added += 1
  return added
}

export function averagesOf(bars: readonly Bar[], periods: readonly number[]): readonly Average[] {
  const closes = bars.map((bar) => bar.close)
  return periods.map((period) => ({ period, values: movingAverage(closes, period) }))
}

/** The range of prices that bars `from` to `to` need, with what else has to be in sight. Undefined without bars. */
export function priceRange(
  bars: readonly Bar[],
  from: number,
  to: number,
  mode: 'line' | 'candles',
  others: readonly number[],
): { low: number; high: number } | undefined {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let i = from; i < to; i++) {
    const bar = bars[i]
    if (!bar) continue
    low = Math.min(low, mode === 'line' ? bar.close : bar.low)
    high = Math.max(high, mode === 'line' ? bar.close : bar.high)
  }
  if (!(low <= high)) return undefined
  const reach = Math.max(high - low, high * 1e-4)
  for (const price of others) {
    // A price far away would flatten the picture; its line waits at the edge instead.
    if (price < low - reach || price > high + reach) continue
    low = Math.min(low, price)
    high = Math.max(high, price)
  }
  return { low, high }
}
