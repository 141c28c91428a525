import type { CanvasHandle } from '../../platform/canvas'
import { crisp, drawTag, drawText, FONT, levelLine, type Picture } from './draw'
import { createFrameLoop } from './frameLoop'
import { createPriceScale, niceTicks, type PriceScale } from './scale'

export interface LinePoint {
  /** Under the axis and in the readout, e.g. "10-24". */
  label: string
  /** A number for drawing only. */
  value: number
  /** The value as recorded, for the readout. */
  text: string
}

export interface LineColors {
  background: string
  grid: string
  axisText: string
  brand: string
  brandTint: string
  onBrand: string
  crosshair: string
}

export interface LineContent {
  /** From left to right, evenly spaced; at least one. */
  points: readonly LinePoint[]
  colors: LineColors
  /** Finest step of the axis, e.g. 0.0001. */
  step: number
  axisText(value: number): string
  /** A value that is always in the picture, on a stronger line, e.g. 0 for gains and losses. */
  baseline?: number | undefined
  /** A fall to show: from the height of one point down to another one, both by index. */
  fall?: LineFall | undefined
  /** Index of the point that is read. */
  pointed: number | undefined
}

export interface LineFall {
  from: number
  to: number
  color: string
}

export interface LineRenderer {
  setContent(content: LineContent): void
  setSurface(surface: CanvasHandle): void
  dispose(): void
}

const TOP = 26
const AXIS = 20
/** Room at the sides, so that the last point's dot is not cut. */
const SIDE = 5
/** Room for the labels of the axis, right of the line. */
const LABELS = 48
const LINE_WIDTH = 2
const DOT_RADIUS = 4
const GRID_LINES = 3
const READOUT_Y = 9
/** Room below the line, as a share of its range; above it is that of the readout. */
const ROOM_SHARE = 0.15

/** A line from point to point over a tint, with a dot at its end, an axis, and the readout of one point. */
export function createLineRenderer(options: { surface: CanvasHandle; content: LineContent }): LineRenderer {
  let { surface, content } = options
  const loop = createFrameLoop(() => drawLine(surface, content))
  loop.invalidate()
  return {
    setContent(next) {
      content = next
      loop.invalidate()
    },
    setSurface(next) {
      surface = next
      loop.invalidate()
    },
    dispose: loop.dispose,
  }
}

const lineWidth = (width: number) => width - LABELS - 2 * SIDE

/** The point nearest to `x` of a plot that is `width` wide. */
export function pointAt(x: number, width: number, count: number): number {
  if (count < 2) return 0
  const index = Math.round(((x - SIDE) / lineWidth(width)) * (count - 1))
  return Math.max(0, Math.min(count - 1, index))
}

interface Plot extends Picture {
  content: LineContent
  bottom: number
  scale: PriceScale
  xOf(index: number): number
}

function plotOf({ context, ratio, width, height }: CanvasHandle, content: LineContent): Plot {
  const values = content.points.map(({ value }) => value)
  const shown = content.baseline === undefined ? values : [...values, content.baseline]
  const low = Math.min(...shown)
  const high = Math.max(...shown)
  const room = (high - low) * ROOM_SHARE
  const bottom = height - AXIS
  const count = values.length
  return {
    context,
    ratio,
    layout: { width, height },
    content,
    bottom,
    // A baseline at an edge needs no room beyond it: nothing goes there.
    scale: createPriceScale(low - (low === content.baseline ? 0 : room), high, TOP, bottom),
    xOf: (index) => SIDE + (count < 2 ? 1 / 2 : index / (count - 1)) * lineWidth(width),
  }
}

function drawLine(surface: CanvasHandle, content: LineContent): void {
  const { context, width, height } = surface
  context.fillStyle = content.colors.background
  context.fillRect(0, 0, width, height)
  if (content.points.length === 0) return
  const plot = plotOf(surface, content)
  drawArea(plot)
  drawGrid(plot)
  drawFall(plot)
  drawStroke(plot)
  drawAxis(plot)
  drawReadout(plot)
}

/** Straight from point to point: what lies between two days is not known. */
function trace({ context, content, scale, xOf }: Plot): void {
  context.beginPath()
  content.points.forEach(({ value }, i) => {
    if (i === 0) context.moveTo(xOf(i), scale.yOf(value))
    else context.lineTo(xOf(i), scale.yOf(value))
  })
}

function drawArea(plot: Plot): void {
  const { context, content, bottom, scale, xOf } = plot
  if (content.points.length < 2) return
  const base = content.baseline === undefined ? bottom : scale.yOf(content.baseline)
  trace(plot)
  context.lineTo(xOf(content.points.length - 1), base)
  context.lineTo(xOf(0), base)
  context.closePath()
  context.fillStyle = content.colors.brandTint
  context.fill()
}

function drawGrid(plot: Plot): void {
  const { context, content, layout, scale } = plot
  context.font = FONT
  for (const value of niceTicks(scale.low, scale.high, GRID_LINES, content.step)) {
    const y = scale.yOf(value)
    context.fillStyle = content.colors.grid
    levelLine(plot, y, 0, layout.width - LABELS)
    context.fillStyle = content.colors.axisText
    drawText(context, content.axisText(value), layout.width, y, 'right')
  }
  if (content.baseline === undefined) return
  context.fillStyle = content.colors.crosshair
  levelLine(plot, scale.yOf(content.baseline), 0, layout.width - LABELS)
}

function drawStroke(plot: Plot): void {
  const { context, content, scale, xOf } = plot
  context.lineJoin = 'round'
  context.lineWidth = LINE_WIDTH
  context.strokeStyle = content.colors.brand
  trace(plot)
  context.stroke()
  const last = content.points.length - 1
  const dot = content.pointed ?? last
  const value = content.points[dot]?.value
  if (value === undefined) return
  context.beginPath()
  context.arc(xOf(dot), scale.yOf(value), DOT_RADIUS, 0, 2 * Math.PI)
  context.fillStyle = content.colors.brand
  context.fill()
}

/** Level from the point before the fall, and down to its lowest one. */
function drawFall({ context, content, scale, xOf }: Plot): void {
  const { fall, points } = content
  const [high, low] = fall ? [points[fall.from], points[fall.to]] : []
  if (!fall || !high || !low) return
  context.beginPath()
  context.moveTo(xOf(fall.from), scale.yOf(high.value))
  context.lineTo(xOf(fall.to), scale.yOf(high.value))
  context.lineTo(xOf(fall.to), scale.yOf(low.value))
  context.setLineDash([2, 3])
  context.lineWidth = 1
  context.strokeStyle = fall.color
  context.stroke()
  context.setLineDash([])
}

/** Draws the first, the middle and the last label, each text once; the middle one if there is room between the others. */
function drawAxis({ context, content, layout, xOf }: Plot): void {
  const last = content.points.length - 1
  const middle = Math.round(last / 2)
  const y = layout.height - AXIS / 2 + 2
  context.font = FONT
  context.fillStyle = content.colors.axisText
  const labelOf = (index: number) => content.points[index]?.label ?? ''
  const place = (index: number, x: number, align: 'left' | 'center' | 'right') =>
    drawText(context, labelOf(index), x, y, align)
  place(0, last === 0 ? xOf(0) : 0, last === 0 ? 'center' : 'left')
  if (labelOf(last) === labelOf(0)) return
  const end = xOf(last) + SIDE
  place(last, end, 'right')
  const widthOf = (index: number) => context.measureText(labelOf(index)).width + SIDE
  const half = widthOf(middle) / 2
  const hasRoom = xOf(middle) - half > widthOf(0) && xOf(middle) + half < end - widthOf(last)
  if (hasRoom && labelOf(middle) !== labelOf(0) && labelOf(middle) !== labelOf(last))
    place(middle, xOf(middle), 'center')
}

function drawReadout(plot: Plot): void {
  const { context, content, ratio, bottom, xOf } = plot
  const { colors, pointed } = content
  const point = pointed === undefined ? undefined : content.points[pointed]
  if (pointed === undefined || !point) return
  const x = xOf(pointed)
  context.fillStyle = colors.crosshair
  context.fillRect(crisp(x - 0.5, ratio), TOP / 2, crisp(1, ratio), bottom - TOP / 2)
  const text = `${point.label}  ${point.text}`
  drawTag(plot, { text, x, y: READOUT_Y, fill: colors.brand, color: colors.onBrand, align: 'center' })
}
