import { crisp } from '../../../../components/chart/draw'
import type { Frame } from '../frame'
import { xOf } from '../viewport'

const AREA_ALPHA = 0.1
const CLOSE_WIDTH = 1.6
const AVERAGE_WIDTH = 1.2
const AVERAGE_ALPHA = 0.8
const DOT_RADIUS = 3

/** Traces `valueAt` over the bars in sight and one more on each side, so that lines leave the picture at its edges. */
function tracePath(frame: Frame, valueAt: (index: number) => number | undefined): { first: number; last: number } {
  const { context, viewport, scale } = frame
  let first = -1
  let last = -1
  context.beginPath()
  for (let i = Math.max(0, frame.from - 1); i < Math.min(frame.bars.length, frame.to + 1); i++) {
    const value = valueAt(i)
    if (value === undefined) continue
    const x = xOf(viewport, i)
    const y = scale.yOf(value)
    if (first < 0) context.moveTo(x, y)
    else context.lineTo(x, y)
    first = first < 0 ? i : first
    last = i
  }
  return { first, last }
}

/** The line chart: closes, with a tint under them and a dot on the newest. */
export function drawCloses(frame: Frame): void {
  const { context, colors, layout, viewport, scale, bars } = frame
  const closeAt = (index: number) => bars[index]?.close
  context.lineJoin = 'round'
  context.lineWidth = CLOSE_WIDTH
  context.strokeStyle = colors.brand
  const { first, last } = tracePath(frame, closeAt)
  if (first < 0) return
  context.stroke()
  context.lineTo(xOf(viewport, last), layout.priceBottom)
  context.lineTo(xOf(viewport, first), layout.priceBottom)
  context.closePath()
  context.globalAlpha = AREA_ALPHA
  context.fillStyle = colors.brand
  context.fill()
  context.globalAlpha = 1
  const newest = bars.length - 1
  if (last !== newest) return
  context.beginPath()
  context.arc(xOf(viewport, newest), scale.yOf(closeAt(newest) ?? 0), DOT_RADIUS, 0, 2 * Math.PI)
  context.fill()
}

export function drawAverages(frame: Frame): void {
  const { context, colors, averages } = frame
  if (averages.length === 0) return
  context.save()
  // An average of earlier bars can leave the prices' own range.
  context.beginPath()
  const { priceTop, priceBottom, width } = frame.layout
  context.rect(0, crisp(priceTop / 2, frame.ratio), width, priceBottom - priceTop / 2)
  context.clip()
  context.lineJoin = 'round'
  context.lineWidth = AVERAGE_WIDTH
  context.globalAlpha = AVERAGE_ALPHA
  averages.forEach((average, i) => {
    context.strokeStyle = colors.averages[i % colors.averages.length] ?? colors.axisText
    tracePath(frame, (index) => average.values[index])
    context.stroke()
  })
  context.restore()
}
