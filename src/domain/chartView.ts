import type { ChartInterval } from './candles'

/** Every price of the last minutes, a line over minutes, or candles of an interval. */
export type ChartView = 'live' | 'line' | ChartInterval

export const CHART_VIEWS: readonly ChartView[] = ['live', 'line', '5s', '15s', '1m', '5m', '15m', '1h', '4h', '1d']

/** Reads a stored choice. */
export function parseChartView(value: unknown): ChartView | undefined {
  return CHART_VIEWS.find((view) => view === value)
}
