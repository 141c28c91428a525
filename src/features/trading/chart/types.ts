import type { Locale } from '../../../../contract/locales'
import type { Candle } from '../../../../contract/market'
import type { Direction } from '../../../../contract/orders'
import type { ChartInterval } from '../../../domain/candles'
import type { Overlay, Pane } from '../../../domain/indicators/studies'
import type { TimeZoneChoice } from '../../../domain/time'

/** How the price series is drawn. */
export type ChartMode = 'line' | 'candles'

/** Colors as CSS color texts: a canvas on WeChat cannot read custom properties. See `chartColors`. */
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
  /** Lines of indicators; each has its own place in here. */
  lines: readonly string[]
  crosshair: string
}

/** One of the user's own orders on this product: its entry price, its end, and its present result. */
export interface ChartOrder {
  id: string
  direction: Direction
  entryPrice: string
  /** Epoch milliseconds. */
  entryAt: number
  expiresAt: number
  /** Short text on the line's label, e.g. "▲ 68,390.1". */
  label: string
  /** The last price is new enough to say how the order is doing (PRODUCT.md 10.10). */
  isFresh: boolean
}

/** A level that an alert of the user waits for. */
export interface ChartLevel {
  price: string
  /** Short text on the line's label, e.g. "Alert 68,390.1". */
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

/** The crosshair's target. */
export interface ChartPoint {
  candle: Candle
  /** The indicators there, as named and written in the picture. */
  figures: readonly { label: string; text: string }[]
}

export interface ChartProps {
  /** Oldest first, one interval apart (gaps are allowed); the last one may still be forming. */
  candles: readonly Candle[]
  mode: ChartMode
  /** Rising candles are drawn hollow, for eyes that do not tell the colors apart. */
  hollow: boolean
  /** Decimals of the product's prices. */
  decimals: number
  interval: ChartInterval
  colors: ChartColors
  /** The screen reader's announcement of the bars in sight; asked for every few seconds. */
  describe: (inSight: readonly Candle[]) => string
  /** The screen reader's announcement when the crosshair comes to rest. */
  describePoint: (point: ChartPoint) => string
  /** Says which keys do what. */
  keysLabel: string
  /** Names the button that leads back to the newest bar. */
  latestLabel: string
  texts: ChartTexts
  overlays: readonly Overlay[]
  pane: Pane
  orders?: readonly ChartOrder[]
  alerts?: readonly ChartLevel[]
  /** A tap on the scale of prices, at this price. */
  onLevel?: (price: string) => void
  /** The live price as recorded; the last close if absent. */
  lastPrice?: string
  locale?: Locale
  zone?: TimeZoneChoice
  /** Epoch milliseconds by the server's clock: what the last candle's countdown and the orders' ends count by. */
  serverNow: () => number
  /** Whether the page is visible, so that clocks run. */
  live: boolean
  /** In CSS pixels at `designWidth`. */
  height: number
  /** The series' first candle is near the left edge. */
  onNeedOlder?: () => void
}
