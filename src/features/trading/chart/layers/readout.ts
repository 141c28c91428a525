import { drawText, FONT, FONT_BOLD } from '../../../../components/chart/draw'
import { axisPriceText } from '../../../../domain/price'
import { type Frame, pointedIndex, ROW } from '../frame'
import { overlayLines, paneLines, paneTitle, type StudyLine } from '../studies'
import type { ChartPoint } from '../types'

const PADDING = 8
const PANEL_ALPHA = 0.92

interface Piece {
  text: string
  color: string
  font: string
}

/** The figures of the bar that is pointed at, or else only the newest of the indicators, over the prices. */
export function drawReadout(frame: Frame): void {
  drawPaneFigures(frame)
  const lines = readoutLines(frame)
  if (lines.length === 0) return
  const { context, colors, layout, state } = frame
  if (state.crosshair) {
    context.globalAlpha = PANEL_ALPHA
    context.fillStyle = colors.panel
    context.fillRect(0, 0, layout.width, lines.length * ROW + 4)
    context.globalAlpha = 1
  }
  lines.forEach((line, i) => {
    drawPieces(context, line, state.crosshair ? PADDING : 0, 2 + ROW * (i + 0.5))
  })
}

function drawPieces(context: CanvasRenderingContext2D, pieces: readonly Piece[], left: number, y: number): void {
  let x = left
  for (const piece of pieces) {
    context.font = piece.font
    context.fillStyle = piece.color
    drawText(context, piece.text, x, y, 'left')
    x += widthOf(context, piece)
  }
}

/** Measures in the font of the piece. */
function widthOf(context: CanvasRenderingContext2D, piece: Piece): number {
  context.font = piece.font
  return context.measureText(piece.text).width + (piece.font === FONT ? 3 : 10)
}

/** Name and figure stay together; a line is full when the next pair would not fit. */
function readoutLines(frame: Frame): Piece[][] {
  const { context, layout } = frame
  const lines: Piece[][] = []
  for (const group of [candlePairs(frame), ...overlayLines(frame.studies).map((one) => studyPairs(frame, one))]) {
    let used = Number.POSITIVE_INFINITY
    for (const pair of group) {
      const width = pair.reduce((sum, piece) => sum + widthOf(context, piece), 0)
      if (used + width > layout.width - 2 * PADDING) {
        lines.push([])
        used = 0
      }
      lines[lines.length - 1]?.push(...pair)
      used += width
    }
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

/** The bar whose figures are shown: the one pointed at, else the newest. */
function readIndex(frame: Frame): number {
  const pointed = pointedIndex(frame)
  return pointed < 0 ? frame.bars.length - 1 : pointed
}

function figureText(frame: Frame, line: StudyLine, index: number, decimals: number): string | undefined {
  const value = line.values[index]
  if (value === undefined || Number.isNaN(value)) return undefined
  return frame.format.number(axisPriceText(value, decimals))
}

function studyPairs(frame: Frame, lines: readonly StudyLine[], decimals = frame.state.decimals): Piece[][] {
  const { colors } = frame
  const index = readIndex(frame)
  return lines.flatMap((line) => {
    const text = figureText(frame, line, index, decimals)
    if (text === undefined) return []
    return [[{ text: `${line.label} ${text}`, color: colors.lines[line.color] ?? colors.axisText, font: FONT_BOLD }]]
  })
}

/** An oscillator from 0 to 100 has two decimals, the MACD those of the price. */
function paneDecimals(frame: Frame): number {
  return frame.studies.pane === 'macd' ? Math.max(2, frame.state.decimals) : 2
}

/** Name and figures of the lines under the prices, above them. */
function drawPaneFigures(frame: Frame): void {
  const { context, colors, layout, studies } = frame
  if (studies.pane === 'volume') return
  const figures = studyPairs(frame, paneLines(studies), paneDecimals(frame)).flat()
  const title = { text: paneTitle(studies.pane), color: colors.axisText, font: FONT_BOLD }
  const named = title.text === '' ? figures : [title, ...figures]
  const width = named.reduce((sum, piece) => sum + widthOf(context, piece), 0)
  // On a narrow screen the name gives way to the figures.
  drawPieces(context, width > layout.width ? figures : named, 0, layout.paneTop - ROW / 2 - 2)
}

/** The crosshair's reading, as text. */
export function pointOf(frame: Frame): ChartPoint | undefined {
  const index = pointedIndex(frame)
  const bar = frame.bars[index]
  if (!bar) return undefined
  const figures = [
    ...overlayLines(frame.studies)
      .flat()
      .map((line) => ({ label: line.label, text: figureText(frame, line, index, frame.state.decimals) })),
    ...paneLines(frame.studies).map((line) => ({
      label: line.label,
      text: figureText(frame, line, index, paneDecimals(frame)),
    })),
  ]
  return {
    candle: bar.candle,
    figures: figures.flatMap(({ label, text }) => (text === undefined ? [] : [{ label, text }])),
  }
}
