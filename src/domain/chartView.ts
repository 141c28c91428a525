import type { Interval } from '../../contract/market'

/** A line over minutes, or candles of an interval. */
export type ChartView = 'line' | Interval

export const CHART_VIEWS: readonly ChartView[] = ['line', '1m', '5m', '15m', '1h', '4h', '1d']

/** Reads a stored choice. */
export function parseChartView(value: unknown): ChartView | undefined {
  return CHART_VIEWS.find((view) => view === value)
}
