import { drawText, FONT, levelLine } from '../../../../components/chart/draw'
import { niceTicks, timeStepMs } from '../../../../components/chart/scale'
import { INTERVAL_MS } from '../../../../domain/candles'
import { axisPriceText } from '../../../../domain/price'
import { DAY_MS, formatDayKey, formatHourMinute } from '../../../../domain/time'
import { showShortDay } from '../../../../i18n/days'
import { type Frame, pointedIndex, timeOfBar } from '../frame'
import { xOf } from '../viewport'
import { lastPriceOf } from './lastPrice'
import { expiryFlags } from './orders'

const PRICE_LINE_SPACING = 56
const TIME_LABEL_SPACING = 76
/** The least distance of a label from the last price's, and from the crosshair's. */
const LAST_ROOM = 8
const LABEL_ROOM = 15
/** Half the width of the crosshair's time, which covers the labels under it. */
const POINTED_TIME_HALF = 56

/** Draws grid lines at round prices, under everything else. */
export function drawGrid(frame: Frame): void {
  frame.context.fillStyle = frame.colors.grid
  for (const price of gridPrices(frame)) {
    levelLine(frame, frame.scale.yOf(price), 0, frame.layout.plotRight)
  }
}

/** Draws the labels of the grid lines in the gutter of the scale, which no bar enters. */
export function drawPriceLabels(frame: Frame): void {
  const { context, colors, layout, scale, state } = frame
  context.font = FONT
  context.fillStyle = colors.axisText
  const last = lastPriceOf(frame)
  const pointed = state.crosshair?.y
  for (const price of gridPrices(frame)) {
    const text = frame.format.number(axisPriceText(price, state.decimals))
    const y = scale.yOf(price)
    if (last && y > last.top - LAST_ROOM && y < last.bottom + LAST_ROOM) continue
    if (pointed !== undefined && Math.abs(pointed - y) < LABEL_ROOM) continue
    drawText(context, text, layout.width, y, 'right')
  }
}

function gridPrices({ scale, layout, state }: Frame): number[] {
  const count = Math.max(2, Math.floor((layout.priceBottom - layout.priceTop) / PRICE_LINE_SPACING))
  return niceTicks(scale.low, scale.high, count, 10 ** -state.decimals)
}

/** Labels the bars, also those to come, that begin a round time; the first bar of a day gets the day. */
export function drawTimeAxis(frame: Frame): void {
  const { context, colors, layout, viewport } = frame
  context.font = FONT
  context.fillStyle = colors.axisText
  const step = timeStepMs(INTERVAL_MS[frame.state.interval], TIME_LABEL_SPACING / viewport.barWidth)
  const y = (layout.paneBottom + layout.height) / 2 + 1
  const taken = expiryFlags(frame).map(({ x, half }) => ({ x, half }))
  if (frame.state.crosshair) taken.push({ x: xOf(viewport, pointedIndex(frame)), half: POINTED_TIME_HALF })
  const end = Math.max(frame.to, Math.ceil(viewport.count - viewport.offset))
  let free = 0
  let before = timeOfBar(frame, Math.max(0, frame.from - 1))
  let periodBefore = periodOf(frame, before, step)
  for (let i = Math.max(1, frame.from); i < end; i++) {
    const at = timeOfBar(frame, i)
    const period = periodOf(frame, at, step)
    const isRound = period !== periodBefore
    const text = isRound ? timeText(frame, at, before) : ''
    before = at
    periodBefore = period
    if (!isRound) continue
    const half = context.measureText(text).width / 2
    const x = xOf(viewport, i)
    if (x - half < free || x + half > layout.width) continue
    if (taken.some((one) => Math.abs(x - one.x) < half + one.half)) continue
    drawText(context, text, x, y, 'center')
    free = x + half + 16
  }
}

/** Number of the period of `step` that an instant falls into, by the clock that the user reads. */
function periodOf(frame: Frame, at: number, step: number): number {
  const shiftMs = zoneOf(frame) === 'utc' ? 0 : -new Date(at).getTimezoneOffset() * 60_000
  return Math.floor((at + shiftMs) / step)
}

/** A daily candle is a UTC day, regardless of the user's time zone. */
function zoneOf({ state }: Frame): 'local' | 'utc' {
  return state.interval === '1d' ? 'utc' : state.zone
}

function timeText(frame: Frame, at: number, before: number): string {
  const zone = zoneOf(frame)
  const isNewDay = periodOf(frame, at, DAY_MS) !== periodOf(frame, before, DAY_MS)
  if (!isNewDay) return formatHourMinute(at, zone)
  const day = formatDayKey(at, zone)
  // A new year as "2026/11", in the one order that every reader takes for year and month.
  return day.slice(0, 4) === formatDayKey(before, zone).slice(0, 4) ? showShortDay(at, zone) : day.slice(0, 7)
}
