import { kept, type Line, requirePeriod } from './line'

export interface Kdj {
  k: Line
  d: Line
  j: Line
}

/** Prices of bars, one line each and all equally long. */
export interface BarLines {
  high: Line
  low: Line
  close: Line
}

const NEUTRAL = 50

/**
 * KDJ: where the close is between the lowest and the highest price of `period` bars (the raw stochastic value, 0 to
 * 100), smoothed twice: K = K' + (RSV − K') / `kSmoothing`, D = D' + (K − D') / `dSmoothing`, both from 50 on, and
 * J = 3K − 2D. Bars without any range say nothing: 50.
 */
export function kdj(
  bars: BarLines,
  period: number,
  kSmoothing: number,
  dSmoothing: number,
  known?: Kdj,
  from = 0,
): Kdj {
  for (const count of [period, kSmoothing, dSmoothing]) requirePeriod(count)
  const k = kept(known?.k, from)
  const d = kept(known?.d, from)
  const j = kept(known?.j, from)
  for (let i = k.length; i < bars.close.length; i++) {
    if (i < period - 1) {
      for (const line of [k, d, j]) line.push(Number.NaN)
      continue
    }
    const isFirst = i === period - 1
    const kBefore = isFirst ? NEUTRAL : (k[i - 1] ?? NEUTRAL)
    const dBefore = isFirst ? NEUTRAL : (d[i - 1] ?? NEUTRAL)
    const kNow = kBefore + (rawStochastic(bars, i, period) - kBefore) / kSmoothing
    const dNow = dBefore + (kNow - dBefore) / dSmoothing
    k.push(kNow)
    d.push(dNow)
    j.push(3 * kNow - 2 * dNow)
  }
  return { k, d, j }
}

function rawStochastic({ high, low, close }: BarLines, end: number, period: number): number {
  let most = Number.NEGATIVE_INFINITY
  let least = Number.POSITIVE_INFINITY
  for (let i = end - period + 1; i <= end; i++) {
    most = Math.max(most, high[i] ?? most)
    least = Math.min(least, low[i] ?? least)
  }
  return most > least ? (100 * ((close[end] ?? least) - least)) / (most - least) : NEUTRAL
}
