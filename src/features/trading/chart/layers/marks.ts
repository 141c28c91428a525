import { dashedLine, drawTag, type Frame } from '../frame'
import type { ChartOrder } from '../types'
import { indexAt, xOf } from '../viewport'

const DOT_RADIUS = 3.5

/** The height of a price, or the edge that it lies behind. */
function clampedY(frame: Frame, price: number): number {
  const { priceTop, priceBottom } = frame.layout
  return Math.max(priceTop / 2, Math.min(priceBottom, frame.scale.yOf(price)))
}

/** The last price: dashed across, with the digits as recorded at the right edge. */
export function drawLastPrice(frame: Frame): void {
  const { context, colors, layout, bars, state } = frame
  const price = state.lastPrice ?? bars[bars.length - 1]?.candle.close
  if (price === undefined) return
  const y = clampedY(frame, Number(price))
  context.fillStyle = colors.brand
  dashedLine(frame, y)
  const text = frame.format.number(price)
  drawTag(frame, { text, x: layout.width, y, fill: colors.brand, color: colors.onBrand, align: 'right' })
}

/** The user's own orders: a line at each entry price with the order's label, and a dot where it began. */
export function drawOrders(frame: Frame): void {
  for (const order of frame.state.orders) {
    const price = Number(order.entryPrice)
    const y = clampedY(frame, price)
    frame.context.fillStyle = order.direction === 'up' ? frame.colors.up : frame.colors.down
    dashedLine(frame, y, 2)
    drawEntry(frame, order, y)
    const fill = order.direction === 'up' ? frame.colors.up : frame.colors.down
    drawTag(frame, { text: order.label, x: 0, y, fill, color: frame.colors.onDirection, align: 'left' })
  }
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
