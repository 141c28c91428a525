import { levelLine } from '../../../components/chart/draw'
import type { PriceScale } from '../../../components/chart/scale'
import type { Format } from '../../../i18n/format'
import type { Average, Bar } from './series'
import type { ChartColors, ChartOrder, ChartProps, ChartTexts } from './types'
import type { Viewport } from './viewport'

/** What a layer draws with: everything is computed once a frame, in CSS pixels. */
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
  readonly averages: readonly Average[]
  readonly scale: PriceScale
  readonly colors: ChartColors
  readonly format: Format
  readonly state: FrameState
}

export interface FrameState {
  mode: ChartProps['mode']
  decimals: number
  interval: ChartProps['interval']
  zone: 'local' | 'utc'
  texts: ChartTexts
  orders: readonly ChartOrder[]
  /** As recorded; the last close where absent. */
  lastPrice: string | undefined
  crosshair: Crosshair | undefined
}

/** Where the finger or the pointer is, in CSS pixels. */
export interface Crosshair {
  x: number
  y: number
}

/** Heights, from the top: prices, volumes, times. */
export interface Layout {
  width: number
  height: number
  priceTop: number
  priceBottom: number
  volumeTop: number
  volumeBottom: number
}

const TOP = 24
const GAP = 12
const VOLUME_SHARE = 0.11
const TIME_AXIS = 18

export function layoutOf(width: number, height: number): Layout {
  const volumeBottom = height - TIME_AXIS
  const volumeTop = volumeBottom - Math.round(height * VOLUME_SHARE)
  return { width, height, priceTop: TOP, priceBottom: volumeTop - GAP, volumeTop, volumeBottom }
}

/** A dashed level line, of rectangles: they stay sharp where a stroked dash would not. */
export function dashedLine(frame: Frame, y: number, dash = 3): void {
  for (let x = 0; x < frame.layout.width; x += dash * 2) levelLine(frame, y, x, x + dash)
}
