import { kept, type Line, requirePeriod } from './line'

/** MA: the mean of the last `period` values. */
export function movingAverage(values: Line, period: number, known?: Line, from = 0): Line {
  requirePeriod(period)
  const line = kept(known, from)
  for (let i = line.length; i < values.length; i++) line.push(meanOf(values, i, period))
  return line
}

/** Mean of the `period` values up to and with index `end`; NaN if there are not as many. */
export function meanOf(values: Line, end: number, period: number): number {
  if (end < period - 1) return Number.NaN
  let sum = 0
  for (let i = end - period + 1; i <= end; i++) sum += values[i] ?? Number.NaN
  return sum / period
}

/**
 * EMA: each value weighs 2 / (`period` + 1). It begins with the mean of the first `period` values, as StockCharts and
 * TA-Lib do. `start` is the index of the first value, for a line that has none before.
 */
export function exponentialAverage(values: Line, period: number, known?: Line, from = 0, start = 0): Line {
  requirePeriod(period)
  const weight = 2 / (period + 1)
  const first = start + period - 1
  const line = kept(known, from)
  for (let i = line.length; i < values.length; i++) {
    const before = line[i - 1] ?? Number.NaN
    if (i < first) line.push(Number.NaN)
    else if (i === first) line.push(meanOf(values, i, period))
    else line.push(before + weight * ((values[i] ?? Number.NaN) - before))
  }
  return line
}
