import { kept, type Line, requirePeriod } from './line'
import { meanOf } from './movingAverage'

export interface Bands {
  middle: Line
  upper: Line
  lower: Line
}

/** BOLL: the mean of the last `period` values, and `width` standard deviations (of the population) above and below. */
export function bollingerBands(values: Line, period: number, width: number, known?: Bands, from = 0): Bands {
  requirePeriod(period)
  const middle = kept(known?.middle, from)
  const upper = kept(known?.upper, from)
  const lower = kept(known?.lower, from)
  for (let i = middle.length; i < values.length; i++) {
    const mean = meanOf(values, i, period)
    const reach = width * deviation(values, i, period, mean)
    middle.push(mean)
    upper.push(mean + reach)
    lower.push(mean - reach)
  }
  return { middle, upper, lower }
}

function deviation(values: Line, end: number, period: number, mean: number): number {
  if (Number.isNaN(mean)) return mean
  let squares = 0
  for (let i = end - period + 1; i <= end; i++) squares += ((values[i] ?? 0) - mean) ** 2
  return Math.sqrt(squares / period)
}
