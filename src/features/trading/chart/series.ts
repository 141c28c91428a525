import type { Candle } from '../../../../contract/market'
import type { BarLines } from '../../../domain/indicators/kdj'
import { kept } from '../../../domain/indicators/line'

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

export interface Series {
  readonly bars: readonly Bar[]
  /** Their prices as lines, for the indicators. */
  readonly lines: BarLines
  /** Index of the first bar that is not as in the series before. */
  readonly changedFrom: number
}

/** `candles` as numbers. What is unchanged is taken from `known`: a tick costs one bar, not the whole series. */
export function seriesOf(candles: readonly Candle[], known?: Series): Series {
  const before = known?.bars ?? []
  let same = 0
  while (same < candles.length && before[same]?.candle === candles[same]) same += 1
  // Older candles at the front move all others.
  const hasMoved = before.length - same > 1
  const byCandle = hasMoved ? new Map(before.map((bar) => [bar.candle, bar])) : undefined
  const bars = before.slice(0, same)
  for (const candle of candles.slice(same)) bars.push(byCandle?.get(candle) ?? barOf(candle))
  const high = kept(known?.lines.high, same)
  const low = kept(known?.lines.low, same)
  const close = kept(known?.lines.close, same)
  for (const bar of bars.slice(same)) {
    high.push(bar.high)
    low.push(bar.low)
    close.push(bar.close)
  }
  return { bars, lines: { high, low, close }, changedFrom: same }
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

/** Index of the last bar that opened at or before `at`; -1 before the first. */
export function barAt(bars: readonly Bar[], at: number): number {
  let low = 0
  let high = bars.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.openAt ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * The place of an instant among the bars: index 3.5 is the end of bar 3 and the beginning of bar 4. Instants after the
 * newest bar get the places of bars to come. Undefined before the first bar.
 */
export function placeOf(bars: readonly Bar[], at: number, intervalMs: number): number | undefined {
  const index = barAt(bars, at)
  const bar = bars[index]
  if (!bar) return undefined
  const into = (at - bar.openAt) / intervalMs
  // The picture has no gap between two days of trading.
  return index - 0.5 + (index < bars.length - 1 ? Math.min(1, into) : into)
}

/** When bar `index` opens, also for bars to come. */
export function openAtOf(bars: readonly Bar[], index: number, intervalMs: number): number {
  const last = bars.length - 1
  const known = bars[Math.min(index, last)]?.openAt ?? 0
  return index > last ? known + (index - last) * intervalMs : known
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
  const [least, most] = [low - reach, high + reach]
  for (const price of others) {
    // A price far away would flatten the picture; its line stays at the edge instead.
    if (!(price >= least && price <= most)) continue
    low = Math.min(low, price)
    high = Math.max(high, price)
  }
  return { low, high }
}
