import type { Format } from '../../../i18n/format'
import type { PriceScale } from './scale'
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

export const FONT = '11px Inter,-apple-system,"PingFang SC","Noto Sans CJK SC",Roboto,sans-serif'
export const FONT_BOLD = `600 ${FONT}`

/** The nearest edge between two device pixels: what begins there is not blurred. */
export function crisp(value: number, ratio: number): number {
  return Math.round(value * ratio) / ratio
}

/** A level line of one CSS pixel, sharp at every ratio. */
export function levelLine(frame: Frame, y: number, from = 0, to = frame.layout.width): void {
  frame.context.fillRect(from, crisp(y - 0.5, frame.ratio), to - from, crisp(1, frame.ratio))
}

/** A dashed level line, of rectangles: they stay sharp where a stroked dash would not. */
export function dashedLine(frame: Frame, y: number, dash = 3): void {
  for (let x = 0; x < frame.layout.width; x += dash * 2) levelLine(frame, y, x, x + dash)
}

export interface Tag {
  text: string
  x: number
  y: number
  fill: string
  color: string
  align: 'left' | 'center' | 'right'
}

const TAG_HEIGHT = 18
const TAG_PADDING = 6
const TAG_RADIUS = 4

/** Width of `text` as a tag's label, in CSS pixels. */
export function tagWidth(context: CanvasRenderingContext2D, text: string): number {
  context.font = FONT_BOLD
  return Math.ceil(context.measureText(text).width) + 2 * TAG_PADDING
}

/** A filled label, kept inside the picture. `x` is its left, centre or right, `y` its middle. */
export function drawTag(frame: Frame, tag: Tag): void {
  const { context, layout } = frame
  const width = tagWidth(context, tag.text)
  const shift = tag.align === 'left' ? 0 : tag.align === 'right' ? width : width / 2
  const left = Math.max(0, Math.min(layout.width - width, tag.x - shift))
  const top = crisp(Math.max(0, Math.min(layout.height - TAG_HEIGHT, tag.y - TAG_HEIGHT / 2)), frame.ratio)
  context.fillStyle = tag.fill
  roundedRect(context, left, top, width, TAG_HEIGHT, TAG_RADIUS)
  context.fill()
  context.fillStyle = tag.color
  drawText(context, tag.text, left + width / 2, top + TAG_HEIGHT / 2, 'center')
}

/** `y` is the middle of the text. The font and the fill style are the caller's. */
export function drawText(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  align: 'left' | 'center' | 'right',
): void {
  context.textAlign = align
  context.textBaseline = 'middle'
  context.fillText(text, x, y + 0.5)
}

/** `roundRect` is younger than the browsers this runs on. */
function roundedRect(context: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, r: number): void {
  context.beginPath()
  context.moveTo(x + r, y)
  context.arcTo(x + w, y, x + w, y + h, r)
  context.arcTo(x + w, y + h, x, y + h, r)
  context.arcTo(x, y + h, x, y, r)
  context.arcTo(x, y, x + w, y, r)
  context.closePath()
}
