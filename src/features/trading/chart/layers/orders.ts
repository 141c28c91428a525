import { crisp, drawTag, tagWidth } from '../../../../components/chart/draw'
import { inFavour } from '../../../../domain/payout'
import { formatClock } from '../../../../domain/time'
import { directionTone } from '../../directions'
import { dashedLine, type Frame, xOfTime } from '../frame'
import type { ChartOrder } from '../types'
import { followsLatest } from '../viewport'
import { clampedY } from './lastPrice'

const DOT_RADIUS = 3.5
const ZONE_ALPHA = 0.14
/** Keeps a zone of a few seconds visible on a chart of days. */
const ZONE_WIDTH_MIN = 3
const TAG_SPACING = 20
const DASH = 4
const FLAG_GAP = 6

/**
 * The color of the present result: that of a rise while it would win, of a fall while it would lose. Neither while the
 * last price is too old, nor once its time is up: then only the server decides.
 */
function standingColor({ colors, state, bars, now }: Frame, order: ChartOrder): string {
  if (order.expiresAt <= now || !order.isFresh) return colors.axisText
  const last = Number(state.lastPrice ?? bars[bars.length - 1]?.candle.close)
  const gain = inFavour(order.direction, last - Number(order.entryPrice))
  return gain > 0 ? colors.up : gain < 0 ? colors.down : colors.axisText
}

function directionColor({ colors }: Frame, order: ChartOrder): string {
  return colors[directionTone(order.direction)]
}

/** Draws, under the bars, a zone for each running order: from entry to end, between entry price and last price. */
export function drawResultZones(frame: Frame): void {
  const { context, state, bars, ratio } = frame
  const last = Number(state.lastPrice ?? bars[bars.length - 1]?.candle.close)
  if (Number.isNaN(last)) return
  context.globalAlpha = ZONE_ALPHA
  for (const order of state.orders) {
    const from = xOfTime(frame, order.entryAt)
    const to = xOfTime(frame, order.expiresAt)
    if (from === undefined || to === undefined || order.expiresAt <= frame.now || !order.isFresh) continue
    const [entryY, lastY] = [clampedY(frame, Number(order.entryPrice)), clampedY(frame, last)]
    const left = crisp(from, ratio)
    const top = crisp(Math.min(entryY, lastY), ratio)
    context.fillStyle = standingColor(frame, order)
    context.fillRect(left, top, Math.max(ZONE_WIDTH_MIN, to - from), crisp(Math.abs(entryY - lastY), ratio))
  }
  context.globalAlpha = 1
}

/** Dashed lines at the entry prices with a dot where each began, and upright ones where each ends. */
export function drawOrderLines(frame: Frame): void {
  for (const order of frame.state.orders) {
    const y = clampedY(frame, Number(order.entryPrice))
    frame.context.fillStyle = directionColor(frame, order)
    dashedLine(frame, y, 2)
    drawEntryDot(frame, order, y)
    drawExpiryLine(frame, order)
  }
}

function drawEntryDot(frame: Frame, order: ChartOrder, y: number): void {
  const { context, colors, layout } = frame
  const x = xOfTime(frame, order.entryAt)
  if (x === undefined || x < 0 || x > layout.plotRight || frame.scale.yOf(Number(order.entryPrice)) !== y) return
  context.beginPath()
  context.arc(x, y, DOT_RADIUS, 0, 2 * Math.PI)
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = colors.background
  context.stroke()
}

function drawExpiryLine(frame: Frame, order: ChartOrder): void {
  const { context, layout, ratio } = frame
  const x = xOfTime(frame, order.expiresAt)
  if (x === undefined || x < 0 || x > layout.plotRight) return
  context.fillStyle = standingColor(frame, order)
  const left = crisp(x - 0.5, ratio)
  for (let y = layout.priceTop; y < layout.paneBottom; y += 2 * DASH) {
    context.fillRect(left, y, crisp(1, ratio), Math.min(DASH, layout.paneBottom - y))
  }
}

/** Draws, over all lines, direction and entry price at the left edge, and the ends on the time axis. */
export function drawOrderTags(frame: Frame): void {
  const { colors, layout, state } = frame
  const wanted = state.orders
    .map((order) => ({ order, y: clampedY(frame, Number(order.entryPrice)) }))
    .sort((a, b) => a.y - b.y)
  const heights = spread(
    wanted.map(({ y }) => y),
    TAG_SPACING,
    layout.priceBottom,
  )
  wanted.forEach(({ order }, i) => {
    const fill = directionColor(frame, order)
    drawTag(frame, { text: order.label, x: 0, y: heights[i] ?? 0, fill, color: colors.onDirection, align: 'left' })
  })
  for (const flag of expiryFlags(frame)) {
    const fill = flag.fill === colors.axisText ? colors.text : flag.fill
    const color = flag.fill === colors.axisText ? colors.background : colors.onDirection
    drawTag(frame, { text: flag.text, x: flag.x, y: layout.height - 9, fill, color, align: 'center' })
  }
}

/** Rising heights moved apart so that none covers another, and the last not below `bottom`. */
function spread(heights: readonly number[], spacing: number, bottom: number): number[] {
  const placed: number[] = []
  for (const y of heights) placed.push(Math.max(y, (placed[placed.length - 1] ?? Number.NEGATIVE_INFINITY) + spacing))
  for (let i = placed.length - 1, least = bottom; i >= 0; i--, least -= spacing) {
    placed[i] = Math.min(placed[i] ?? least, least)
  }
  return placed
}

interface Flag {
  text: string
  /** Its middle, and half its width. */
  x: number
  half: number
  fill: string
}

/** When orders end, on the time axis, soonest first; one that would cover another is left out. */
export function expiryFlags(frame: Frame): Flag[] {
  const { context, layout, state, viewport } = frame
  const flags: Flag[] = []
  for (const order of [...state.orders].sort((a, b) => a.expiresAt - b.expiresAt)) {
    const x = xOfTime(frame, order.expiresAt)
    if (x === undefined || x < 0) continue
    const isBeyond = x > layout.plotRight
    if (isBeyond && !followsLatest(viewport)) continue
    const text = formatClock(order.expiresAt, state.zone) + (isBeyond ? ' ›' : '')
    const half = tagWidth(context, text) / 2
    const middle = Math.max(half, Math.min(layout.plotRight - half, x))
    if (flags.some((flag) => Math.abs(flag.x - middle) < flag.half + half + FLAG_GAP)) continue
    flags.push({ text, x: middle, half, fill: standingColor(frame, order) })
  }
  return flags
}
