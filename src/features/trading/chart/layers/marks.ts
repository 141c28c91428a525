import { drawTag } from '../../../../components/chart/draw'
import { dashedLine, type Frame } from '../frame'
import type { ChartOrder } from '../types'
import { indexAt, xOf } from '../viewport'

const DOT_RADIUS = 3.5

/** The height of a price, or the edge that it lies behind. */
function clampedY(frame: Frame, price: number): number {
  const { priceTop, priceBottom } = frame.layout
  return Math.max(priceTop / 2, Math.min(priceBottom, frame.scale.yOf(price)))
}

/** The last price as recorded, and the height of its line. */
export function lastPriceOf(frame: Frame): { text: string; y: number } | undefined {
  const { bars, state } = frame
  const price = state.lastPrice ?? bars[bars.length - 1]?.candle.close
  return price === undefined ? undefined : { text: frame.format.number(price), y: clampedY(frame, Number(price)) }
}

function colorOf({ colors }: Frame, order: ChartOrder): string {
  return order.direction === 'up' ? colors.up : colors.down
}

/** Dashed lines at the last price and at the entry prices of the user's own orders, with a dot where each began. */
export function drawMarkLines(frame: Frame): void {
  for (const order of frame.state.orders) {
    const y = clampedY(frame, Number(order.entryPrice))
    frame.context.fillStyle = colorOf(frame, order)
    dashedLine(frame, y, 2)
    drawEntry(frame, order, y)
  }
  const last = lastPriceOf(frame)
  frame.context.fillStyle = frame.colors.brand
  if (last) dashedLine(frame, last.y)
}

/** Their labels, over all lines: the orders' at the left edge, the last price at the right one. */
export function drawMarkTags(frame: Frame): void {
  const { colors, layout } = frame
  for (const order of frame.state.orders) {
    const y = clampedY(frame, Number(order.entryPrice))
    const fill = colorOf(frame, order)
    drawTag(frame, { text: order.label, x: 0, y, fill, color: colors.onDirection, align: 'left' })
  }
  const last = lastPriceOf(frame)
  if (!last) return
  drawTag(frame, { ...last, x: layout.width, fill: colors.brand, color: colors.onBrand, align: 'right' })
}

function drawEntry(frame: Frame, order: ChartOrder, y: number): void {
  const { context, bars, viewport, colors } = frame
  const index = barAt(frame, order.entryAt)
  if (index < frame.from || index >= frame.to || frame.scale.yOf(Number(order.entryPrice)) !== y) return
  const bar = bars[index]
  if (!bar) return
  context.beginPath()
  context.arc(xOf(viewport, index), y, DOT_RADIUS, 0, 2 * Math.PI)
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = colors.background
  context.stroke()
}

/** Index of the last bar that opened at or before `at`; -1 before the first. */
function barAt({ bars }: Frame, at: number): number {
  let low = 0
  let high = bars.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.openAt ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The bar that the crosshair points at; -1 without one. */
export function pointedIndex(frame: Frame): number {
  return frame.state.crosshair ? indexAt(frame.viewport, frame.state.crosshair.x) : -1
}
