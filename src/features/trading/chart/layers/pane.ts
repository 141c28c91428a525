import { crisp, drawText, FONT } from '../../../../components/chart/draw'
import { createPriceScale } from '../../../../components/chart/scale'
import { dashedLine, type Frame, ROW } from '../frame'
import { paneLines, rangeOf } from '../studies'
import { xOf } from '../viewport'
import { drawVolume, widthsOf } from './bars'
import { drawStudyLines } from './lines'

/** Where an oscillator counts as high or low; they are always in sight. */
const LEVELS = { kdj: [20, 80], rsi: [30, 70] } as const
const HISTOGRAM_ALPHA = 0.6

/** The panel under the prices: the volume, or the lines of one indicator with their levels. */
export function drawPane(frame: Frame): void {
  const { pane, results } = frame.studies
  if (pane === 'volume') {
    drawVolume(frame)
    return
  }
  const { layout, colors, context } = frame
  const levels = pane === 'macd' ? [0] : LEVELS[pane]
  const lines = paneLines(frame.studies)
  const { low, high } = rangeOf(lines, frame.from, frame.to, levels)
  const scale = createPriceScale(low, high, layout.paneTop, layout.paneBottom - 2)
  context.fillStyle = colors.grid
  for (const level of levels) dashedLine(frame, scale.yOf(level), 2)
  if (results.macd) drawHistogram(frame, results.macd.histogram, scale.yOf)
  const strokes = results.macd ? lines.slice(0, 2) : lines
  drawStudyLines(frame, strokes, { top: layout.paneTop - 1, bottom: layout.paneBottom }, scale.yOf)
  if (pane === 'macd') return
  context.font = FONT
  context.fillStyle = colors.axisText
  for (const level of levels) drawText(context, String(level), layout.width, scale.yOf(level) - ROW / 2, 'right')
}

function drawHistogram(frame: Frame, values: readonly number[], yOf: (value: number) => number): void {
  const { context, colors, viewport, ratio } = frame
  const { body } = widthsOf(frame)
  const zero = crisp(yOf(0), ratio)
  context.globalAlpha = HISTOGRAM_ALPHA
  for (const isUp of [true, false]) {
    context.fillStyle = isUp ? colors.up : colors.down
    for (let i = frame.from; i < frame.to; i++) {
      const value = values[i] ?? Number.NaN
      if (Number.isNaN(value) || value >= 0 !== isUp) continue
      const y = crisp(yOf(value), ratio)
      const left = crisp(xOf(viewport, i) - body / 2, ratio)
      context.fillRect(left, Math.min(y, zero), body, Math.max(1 / ratio, Math.abs(y - zero)))
    }
  }
  context.globalAlpha = 1
}
