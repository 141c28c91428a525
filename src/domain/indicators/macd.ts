import { kept, type Line } from './line'
import { exponentialAverage } from './movingAverage'

export interface Macd {
  /** The fast average less the slow one. */
  dif: Line
  /** The average of `dif`, also called the signal. */
  dea: Line
  /** `dif` less `dea`: once, as Appel's histogram, not doubled as some terminals draw it. */
  histogram: Line
  fast: Line
  slow: Line
}

/** MACD of exponential averages over `fast` and `slow` bars, with a signal over `signal` bars; `fast` < `slow`. */
export function macd(values: Line, fast: number, slow: number, signal: number, known?: Macd, from = 0): Macd {
  const fastLine = exponentialAverage(values, fast, known?.fast, from)
  const slowLine = exponentialAverage(values, slow, known?.slow, from)
  const dif = kept(known?.dif, from)
  for (let i = dif.length; i < values.length; i++) dif.push((fastLine[i] ?? 0) - (slowLine[i] ?? 0))
  const dea = exponentialAverage(dif, signal, known?.dea, from, slow - 1)
  const histogram = kept(known?.histogram, from)
  for (let i = histogram.length; i < values.length; i++) histogram.push((dif[i] ?? 0) - (dea[i] ?? 0))
  return { dif, dea, histogram, fast: fastLine, slow: slowLine }
}
