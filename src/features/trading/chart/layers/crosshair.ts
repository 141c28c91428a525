import { crisp, drawTag, drawText, FONT, FONT_BOLD, levelLine } from '../../../../components/chart/draw'
import { axisPriceText } from '../../../../domain/price'
import { formatDateTime } from '../../../../domain/time'
import type { Frame } from '../frame'
import { xOf } from '../viewport'
import { pointedIndex } from './marks'

const LINE_HEIGHT = 16
const PADDING = 8
const PANEL_ALPHA = 0.92

interface Piece {
  text: string
  color: string
  font: string
}

/** Lines through the bar and the height that are pointed at, with the time, the price and the bar's figures. */
export function drawCrosshair(frame: Frame): void {
  const { context, colors, layout, state, bars, viewport, ratio } = frame
  const index = pointedIndex(frame)
  const bar = bars[index]
  if (!state.crosshair || !bar) return
  const x = xOf(viewport, index)
  const y = Math.max(layout.priceTop, Math.min(layout.priceBottom, state.crosshair.y))
  context.fillStyle = colors.crosshair
  context.fillRect(crisp(x - 0.5, ratio), 0, crisp(1, ratio), layout.volumeBottom)
  levelLine(frame, y)
  const price = frame.format.number(axisPriceText(frame.scale.priceAt(y), state.decimals))
  const tag = { fill: colors.text, color: colors.background }
  drawTag(frame, { ...tag, text: price, x: layout.width, y, align: 'right' })
  const time = timeOf(frame, bar.openAt)
  drawTag(frame, { ...tag, text: time, x, y: layout.height - 9, align: 'center' })
}

function timeOf(frame: Frame, at: number): string {
  const isDaily = frame.state.interval === '1d'
  return isDaily ? formatDateTime(at, 'utc').slice(0, 10) : formatDateTime(at, frame.state.zone)
}

/** Open, high, low, close and volume of the bar that is pointed at, and the averages, in as many lines as it takes. */
export function drawReadout(frame: Frame): void {
  const lines = readoutLines(frame)
  if (lines.length === 0) return
  const { context, colors, layout, state } = frame
  if (state.crosshair) {
    context.globalAlpha = PANEL_ALPHA
    context.fillStyle = colors.panel
    context.fillRect(0, 0, layout.width, lines.length * LINE_HEIGHT + 4)
    context.globalAlpha = 1
  }
  lines.forEach((line, i) => {
    let x = state.crosshair ? PADDING : 0
    for (const piece of line) {
      context.font = piece.font
      context.fillStyle = piece.color
      drawText(context, piece.text, x, 2 + LINE_HEIGHT * (i + 0.5), 'left')
      x += widthOf(context, piece)
    }
  })
}

function widthOf(context: CanvasRenderingContext2D, piece: Piece): number {
  context.font = piece.font
  return context.measureText(piece.text).width + (piece.font === FONT ? 3 : 10)
}

/** Name and figure stay together; a line is full when the next pair would leave the picture. */
function readoutLines(frame: Frame): Piece[][] {
  const { context, layout } = frame
  const lines: Piece[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const pair of [...candlePairs(frame), ...averagePairs(frame)]) {
    const width = pair.reduce((sum, piece) => sum + widthOf(context, piece), 0)
    if (used + width > layout.width - 2 * PADDING) {
      lines.push([])
      used = 0
    }
    lines[lines.length - 1]?.push(...pair)
    used += width
  }
  return lines
}

function candlePairs(frame: Frame): Piece[][] {
  const { colors, state, format } = frame
  const bar = frame.bars[pointedIndex(frame)]
  if (!bar) return []
  const move = bar.close >= bar.open ? colors.up : colors.down
  const pair = (name: string, value: string) => [
    { text: name, color: colors.axisText, font: FONT },
    { text: value, color: move, font: FONT_BOLD },
  ]
  const { open, high, low, close, volume } = bar.candle
  return [
    pair(state.texts.open, format.number(open)),
    pair(state.texts.high, format.number(high)),
    pair(state.texts.low, format.number(low)),
    pair(state.texts.close, format.number(close)),
    pair(state.texts.volume, format.compact(volume)),
  ]
}

function averagePairs(frame: Frame): Piece[][] {
  const { colors, state, format, bars } = frame
  const pointed = pointedIndex(frame)
  const index = pointed < 0 ? bars.length - 1 : pointed
  return frame.averages.flatMap(({ period, values }, i) => {
    const value = values[index]
    const color = colors.averages[i % colors.averages.length] ?? colors.axisText
    if (value === undefined) return []
    const text = `MA${period} ${format.number(axisPriceText(value, state.decimals))}`
    return [[{ text, color, font: FONT_BOLD }]]
  })
}
