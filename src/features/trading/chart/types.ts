import type { Locale } from '../../../../contract/locales'
import type { Candle, Interval } from '../../../../contract/market'
import type { TimeZoneChoice } from '../../../domain/time'

/** How the price series is drawn. */
export type ChartMode = 'line' | 'candles'

/** Colours as CSS colour texts: a canvas on WeChat cannot read custom properties. See `chartColors`. */
export interface ChartColors {
  background: string
  /** Horizontal grid lines. */
  grid: string
  /** Labels of both axes. */
  axisText: string
  /** Text of the crosshair's readout. */
  text: string
  /** Ground of the readout and of the crosshair's labels. */
  panel: string
  /** The line chart, and the dashed last-price line with its label. */
  brand: string
  onBrand: string
  up: string
  down: string
  /** Text on a label that is filled with `up` or `down`. */
  onDirection: string
  /** Moving averages, in the order of `averages`. */
  averages: readonly string[]
  crosshair: string
}

/** One of the user's own orders on this product, shown as a line at its entry price. */
export interface ChartOrder {
  id: string
  direction: 'up' | 'down'
  entryPrice: string
  /** Epoch milliseconds. */
  entryAt: number
  /** Short text on the line's label, e.g. "▲ 100.00". */
  label: string
}

/** Short names of the readout's figures, in the user's language. */
export interface ChartTexts {
  open: string
  high: string
  low: string
  close: string
  volume: string
}

export interface ChartProps {
  /** Oldest first, one interval apart (gaps are allowed); the last one may still be forming. */
  candles: readonly Candle[]
  mode: ChartMode
  /** Decimals of the product's prices. */
  decimals: number
  interval: Interval
  colors: ChartColors
  /** What a screen reader is told, e.g. "BTC/USDT, 1 minute candles, last 68,412.5, up 2.31 %". */
  label: string
  texts: ChartTexts
  orders?: readonly ChartOrder[]
  /** The live price as recorded; the last close where absent. */
  lastPrice?: string
  /** Periods of the moving averages that are drawn; none by default. */
  averages?: readonly number[]
  locale?: Locale
  zone?: TimeZoneChoice
  /** In CSS pixels at `designWidth`; 320 by default. */
  height?: number
  /** The series' first candle is near the left edge; called once until `candles` begins earlier. */
  onNeedOlder?: () => void
}
