import { levelLine } from '../../../components/chart/draw'
import type { PriceScale } from '../../../components/chart/scale'
import { INTERVAL_MS } from '../../../domain/candles'
import type { Pane } from '../../../domain/indicators/studies'
import type { Format } from '../../../i18n/numbers'
import { type Bar, openAtOf, placeOf } from './series'
import type { Studies } from './studies'
import type { ChartColors, ChartLevel, ChartOrder, ChartProps, ChartTexts } from './types'
import { indexAt, type Viewport, xOf } from './viewport'

/** A layer's drawing context: everything is computed once a frame, in CSS pixels. */
export interface Frame {
  readonly context: CanvasRenderingContext2D
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  readonly layout: Layout
  readonly viewport: Viewport
  /** Bars in sight; `to` is exclusive. */
  readonly from: number
  readonly to: number
  readonly bars: readonly Bar[]
  readonly studies: Studies
  readonly scale: PriceScale
  readonly colors: ChartColors
  readonly format: Format
  readonly state: FrameState
  /** Epoch milliseconds by the server's clock. */
  readonly now: number
}

export interface FrameState {
  mode: ChartProps['mode']
  hollow: boolean
  decimals: number
  interval: ChartProps['interval']
  zone: 'local' | 'utc'
  texts: ChartTexts
  orders: readonly ChartOrder[]
  alerts: readonly ChartLevel[]
  /** As recorded; the last close if absent. */
  lastPrice: string | undefined
  crosshair: Crosshair | undefined
}

/** Where the finger or the pointer is, in CSS pixels. */
export interface Crosshair {
  x: number
  y: number
}

/** Heights, from the top: prices, the pane under them, times. The prices' scale is at the right of the plot. */
export interface Layout {
  width: number
  height: number
  /** Where the plot ends and the gutter of the scale begins. */
  plotRight: number
  priceTop: number
  priceBottom: number
  paneTop: number
  paneBottom: number
}

export const ROW = 16
const TOP = 10
const GAP = 12
const VOLUME_SHARE = 0.11
const PANE_SHARE = 0.2
const TIME_AXIS = 18

/** `legendRows`: how many indicators are named above the prices. */
export function layoutOf(
  { width, height, plotRight }: Pick<Layout, 'width' | 'height' | 'plotRight'>,
  legendRows: number,
  pane: Pane,
): Layout {
  const paneBottom = height - TIME_AXIS
  const isVolume = pane === 'volume'
  const paneTop = paneBottom - Math.round(height * (isVolume ? VOLUME_SHARE : PANE_SHARE))
  const priceTop = TOP + Math.max(1, legendRows) * ROW
  // A pane of lines needs room for its figures above it.
  const priceBottom = paneTop - (isVolume ? GAP : ROW + GAP)
  return { width, height, plotRight, priceTop, priceBottom, paneTop, paneBottom }
}

/** Where an instant is, in CSS pixels from the left, also beyond the newest bar; undefined before the first. */
export function xOfTime({ bars, viewport, state }: Frame, at: number): number | undefined {
  const place = placeOf(bars, at, INTERVAL_MS[state.interval])
  return place === undefined ? undefined : xOf(viewport, place)
}

/** When bar `index` opens, also for bars to come. */
export function timeOfBar({ bars, state }: Frame, index: number): number {
  return openAtOf(bars, index, INTERVAL_MS[state.interval])
}

/** A dashed level line over the plot, of rectangles: they stay sharp where a stroked dash would not. */
export function dashedLine(frame: Frame, y: number, dash = 3): void {
  for (let x = 0; x < frame.layout.plotRight; x += dash * 2) levelLine(frame, y, x, x + dash)
}

/** The bar that the crosshair points at; -1 without one. */
export function pointedIndex(frame: Frame): number {
  return frame.state.crosshair ? indexAt(frame.viewport, frame.state.crosshair.x) : -1
}
