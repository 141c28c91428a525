import { kept, type Line, requirePeriod } from './line'

export interface Rsi {
  /** 0 to 100. */
  value: Line
  /** Smoothed gains and losses from bar to bar. */
  gain: Line
  loss: Line
}

const NEUTRAL = 50

/**
 * RSI after Wilder: gains and losses begin with their mean over the first `period` steps and then move by 1 / `period`
 * of each new one. Prices that never moved say nothing: 50.
 */
export function relativeStrength(values: Line, period: number, known?: Rsi, from = 0): Rsi {
  requirePeriod(period)
  const value = kept(known?.value, from)
  const gain = kept(known?.gain, from)
  const loss = kept(known?.loss, from)
  for (let i = value.length; i < values.length; i++) {
    const step = (values[i] ?? Number.NaN) - (values[i - 1] ?? Number.NaN)
    gain.push(smoothed(gain, values, i, period, step, 1))
    loss.push(smoothed(loss, values, i, period, step, -1))
    value.push(strength(gain[i] ?? 0, loss[i] ?? 0))
  }
  return { value, gain, loss }
}

function smoothed(line: Line, values: Line, i: number, period: number, step: number, sign: 1 | -1): number {
  if (i < period) return Number.NaN
  if (i > period) return ((line[i - 1] ?? 0) * (period - 1) + Math.max(0, sign * step)) / period
  let sum = 0
  for (let n = 1; n <= period; n++) sum += Math.max(0, sign * ((values[n] ?? 0) - (values[n - 1] ?? 0)))
  return sum / period
}

function strength(gain: number, loss: number): number {
  if (Number.isNaN(gain)) return gain
  return gain + loss === 0 ? NEUTRAL : (100 * gain) / (gain + loss)
}
