import { crisp } from '../../../../components/chart/draw'
import type { Frame } from '../frame'
import { overlayLines, type StudyLine } from '../studies'
import { xOf } from '../viewport'

const AREA_ALPHA = 0.1
const BAND_ALPHA = 0.07
const CLOSE_WIDTH = 1.6
const STUDY_WIDTH = 1.2
const STUDY_ALPHA = 0.85
const DOT_RADIUS = 3
/** Bars narrower than this, in CSS pixels, are close together. */
const CLOSE_BARS = 4

/**
 * Traces `valueAt` over the bars in sight and one more on each side, so that lines leave the picture at its edges.
 * Returns the first and the last bar of the line, -1 if there is none.
 */
function tracePath(
  frame: Frame,
  valueAt: (index: number) => number | undefined,
  yOf: (value: number) => number,
): { first: number; last: number } {
  const { context, viewport } = frame
  let first = -1
  let last = -1
  context.beginPath()
  for (let i = Math.max(0, frame.from - 1); i < Math.min(frame.bars.length, frame.to + 1); i++) {
    const value = valueAt(i)
    if (value === undefined || Number.isNaN(value)) continue
    const x = xOf(viewport, i)
    const y = yOf(value)
    if (first < 0) context.moveTo(x, y)
    else context.lineTo(x, y)
    first = first < 0 ? i : first
    last = i
  }
  return { first, last }
}

/**
 * Strokes the line that `trace` traces, `width` CSS pixels wide. Browsers are slow at wide lines of many short pieces,
 * and fast at lines of one device pixel: when bars are close together, the line is made of such lines, one under the
 * other.
 */
function strokeLine(
  { context, viewport, ratio }: Frame,
  width: number,
  trace: (shift: number) => { first: number; last: number },
): { first: number; last: number } {
  if (viewport.barWidth >= CLOSE_BARS) {
    context.lineJoin = 'round'
    context.lineWidth = width
    const ends = trace(0)
    context.stroke()
    return ends
  }
  const lines = Math.max(1, Math.round(width * ratio))
  context.lineJoin = 'bevel'
  context.lineWidth = 1 / ratio
  let ends = { first: -1, last: -1 }
  for (let i = 0; i < lines; i++) {
    ends = trace((i - (lines - 1) / 2) / ratio)
    context.stroke()
  }
  return ends
}

/** The line chart: closes, with a tint under them and a dot on the newest. */
export function drawCloses(frame: Frame): void {
  const { context, colors, layout, viewport, scale, bars } = frame
  const closeAt = (index: number) => bars[index]?.close
  context.strokeStyle = colors.brand
  const { first, last } = strokeLine(frame, CLOSE_WIDTH, (shift) =>
    tracePath(frame, closeAt, (price) => scale.yOf(price) + shift),
  )
  if (first < 0) return
  // The path is still that of the line.
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

/** Lines of indicators, inside `top` and `bottom`. */
export function drawStudyLines(
  frame: Frame,
  lines: readonly StudyLine[],
  box: { top: number; bottom: number },
  yOf: (value: number) => number,
): void {
  const { context, colors, ratio, layout } = frame
  context.save()
  context.beginPath()
  context.rect(0, crisp(box.top, ratio), layout.width, crisp(box.bottom - box.top, ratio))
  context.clip()
  context.globalAlpha = STUDY_ALPHA
  for (const { values, color } of lines) {
    context.strokeStyle = colors.lines[color] ?? colors.axisText
    strokeLine(frame, STUDY_WIDTH, (shift) =>
      tracePath(
        frame,
        (index) => values[index],
        (value) => yOf(value) + shift,
      ),
    )
  }
  context.restore()
}

/** The indicators over the prices, and a tint between Bollinger's bands. */
export function drawOverlays(frame: Frame): void {
  const { priceTop, priceBottom } = frame.layout
  const lines = overlayLines(frame.studies).flat()
  if (lines.length === 0) return
  drawBand(frame)
  // An average of earlier bars can leave the prices' own range.
  drawStudyLines(frame, lines, { top: priceTop - 6, bottom: priceBottom + 6 }, frame.scale.yOf)
}

function drawBand(frame: Frame): void {
  const { context, colors, viewport, scale, studies, layout } = frame
  const bands = studies.results.boll
  if (!bands) return
  const within = (value: number) => Math.max(layout.priceTop, Math.min(layout.priceBottom, scale.yOf(value)))
  const { first, last } = tracePath(frame, (index) => bands.upper[index], within)
  if (first < 0) return
  for (let i = last; i >= first; i--) context.lineTo(xOf(viewport, i), within(bands.lower[i] ?? 0))
  context.closePath()
  context.globalAlpha = BAND_ALPHA
  context.fillStyle = colors.brand
  context.fill()
  context.globalAlpha = 1
}
