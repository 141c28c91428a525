import { type Bands, bollingerBands } from '../../../domain/indicators/bollinger'
import { type Kdj, kdj } from '../../../domain/indicators/kdj'
import type { Line } from '../../../domain/indicators/line'
import { type Macd, macd } from '../../../domain/indicators/macd'
import { exponentialAverage, movingAverage } from '../../../domain/indicators/movingAverage'
import { type Rsi, relativeStrength } from '../../../domain/indicators/rsi'
import { type Overlay, type Pane, PERIODS } from '../../../domain/indicators/studies'
import { AMBER, PINK, SLATE, TEAL, VIOLET } from './colors'
import type { Series } from './series'

interface Results {
  ma: readonly Line[]
  ema: readonly Line[]
  boll: Bands
  macd: Macd
  kdj: Kdj
  rsi: Rsi
}

/** The indicators that are shown, computed. */
export interface Studies {
  readonly overlays: readonly Overlay[]
  readonly pane: Pane
  readonly results: Partial<Results>
}

/** One line of an indicator. `color` is a place in the chart's colors. */
export interface StudyLine {
  readonly label: string
  readonly values: Line
  readonly color: number
}

/** The chosen indicators of `series`; bars before `from` are as they were when `known` was computed. */
export function studiesOf(
  series: Series,
  overlays: readonly Overlay[],
  pane: Pane,
  known?: Studies,
  from = 0,
): Studies {
  const { lines } = series
  const { close } = lines
  const old = known?.results ?? {}
  const results: Partial<Results> = {}
  for (const overlay of overlays) {
    if (overlay === 'boll') {
      results.boll = bollingerBands(close, PERIODS.boll.period, PERIODS.boll.width, old.boll, from)
    } else {
      const average = overlay === 'ma' ? movingAverage : exponentialAverage
      results[overlay] = PERIODS[overlay].map((period, i) => average(close, period, old[overlay]?.[i], from))
    }
  }
  if (pane === 'macd') {
    const { fast, slow, signal } = PERIODS.macd
    results.macd = macd(close, fast, slow, signal, old.macd, from)
  }
  if (pane === 'kdj') results.kdj = kdj(lines, PERIODS.kdj.period, PERIODS.kdj.k, PERIODS.kdj.d, old.kdj, from)
  if (pane === 'rsi') results.rsi = relativeStrength(close, PERIODS.rsi, old.rsi, from)
  return { overlays, pane, results }
}

/** The lines over the prices, one group per indicator. */
export function overlayLines({ overlays, results }: Studies): readonly (readonly StudyLine[])[] {
  return overlays.map((overlay) => {
    if (overlay === 'boll') return bollLines(results.boll)
    const colors = overlay === 'ma' ? [AMBER, VIOLET] : [TEAL, PINK]
    return (results[overlay] ?? []).map((values, i) => ({
      label: `${overlay.toUpperCase()}${PERIODS[overlay][i]}`,
      values,
      color: colors[i] ?? SLATE,
    }))
  })
}

function bollLines(bands: Bands | undefined): StudyLine[] {
  if (!bands) return []
  return [
    { label: 'BOLL', values: bands.middle, color: SLATE },
    { label: 'UP', values: bands.upper, color: SLATE },
    { label: 'DN', values: bands.lower, color: SLATE },
  ]
}

/** The lines under the prices; none for the volume. */
export function paneLines({ results }: Studies): readonly StudyLine[] {
  if (results.macd) {
    return [
      { label: 'DIF', values: results.macd.dif, color: AMBER },
      { label: 'DEA', values: results.macd.dea, color: VIOLET },
      { label: 'MACD', values: results.macd.histogram, color: SLATE },
    ]
  }
  if (results.kdj) {
    return [
      { label: 'K', values: results.kdj.k, color: AMBER },
      { label: 'D', values: results.kdj.d, color: VIOLET },
      { label: 'J', values: results.kdj.j, color: TEAL },
    ]
  }
  return results.rsi ? [{ label: `RSI${PERIODS.rsi}`, values: results.rsi.value, color: VIOLET }] : []
}

/** Title of the pane, e.g. "MACD 12, 26, 9". */
export function paneTitle(pane: Pane): string {
  const { macd: m, kdj: k } = PERIODS
  if (pane === 'macd') return `MACD ${m.fast}, ${m.slow}, ${m.signal}`
  return pane === 'kdj' ? `KDJ ${k.period}, ${k.k}, ${k.d}` : ''
}

/** Lowest and highest value of `lines` between two indexes (`to` is exclusive), with `and`. */
export function rangeOf(
  lines: readonly StudyLine[],
  from: number,
  to: number,
  and: readonly number[] = [],
): { low: number; high: number } {
  let low = Math.min(...and)
  let high = Math.max(...and)
  for (const { values } of lines) {
    for (let i = from; i < to; i++) {
      const value = values[i] ?? Number.NaN
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return { low, high }
}
