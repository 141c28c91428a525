import { crisp, drawText, FONT_BOLD, FONT_SMALL, roundedRect } from '../../../../components/chart/draw'
import { INTERVAL_MS } from '../../../../domain/candles'
import { formatCountdown } from '../../../../domain/time'
import { dashedLine, type Frame } from '../frame'

const PRICE_HEIGHT = 18
const COUNTDOWN_HEIGHT = 13
const PADDING = 6
const RADIUS = 4
/** How far the label may reach below the prices without covering the pane's figures. */
const ROOM_BELOW = 12

interface LastPrice {
  text: string
  /** Time until the candle closes; empty if none is forming. */
  countdown: string
  /** Height of the line. */
  y: number
  /** Top and bottom of the label. */
  top: number
  bottom: number
}

/** The y of a price, or of the edge that the price is beyond. */
export function clampedY({ layout, scale }: Frame, price: number): number {
  return Math.max(layout.priceTop - 4, Math.min(layout.priceBottom + 4, scale.yOf(price)))
}

/** The last price as recorded, and where its line and its label are. */
export function lastPriceOf(frame: Frame): LastPrice | undefined {
  const { bars, state, layout } = frame
  const price = state.lastPrice ?? bars[bars.length - 1]?.candle.close
  if (price === undefined) return undefined
  const y = clampedY(frame, Number(price))
  const countdown = countdownOf(frame)
  const height = PRICE_HEIGHT + (countdown === '' ? 0 : COUNTDOWN_HEIGHT)
  const top = Math.min(y - PRICE_HEIGHT / 2, layout.priceBottom + ROOM_BELOW - height)
  return { text: frame.format.number(price), countdown, y, top, bottom: top + height }
}

function countdownOf({ bars, state, now }: Frame): string {
  const opened = bars[bars.length - 1]?.openAt
  if (opened === undefined) return ''
  const leftMs = opened + INTERVAL_MS[state.interval] - now
  // A closed market has no candle to wait for.
  return leftMs > 0 && leftMs <= INTERVAL_MS[state.interval] ? formatCountdown(leftMs) : ''
}

/** A dashed line at the last price. */
export function drawLastLine(frame: Frame): void {
  const last = lastPriceOf(frame)
  frame.context.fillStyle = frame.colors.brand
  if (last) dashedLine(frame, last.y)
}

/** Draws the label at the right edge: the price, and under it the time until the candle closes. */
export function drawLastTag(frame: Frame): void {
  const last = lastPriceOf(frame)
  if (!last) return
  const { context, colors, layout, ratio } = frame
  context.font = FONT_BOLD
  const width = Math.ceil(context.measureText(last.text).width) + 2 * PADDING
  const left = layout.width - width
  const top = crisp(last.top, ratio)
  context.fillStyle = colors.brand
  roundedRect(context, left, top, width, last.bottom - last.top, RADIUS)
  context.fill()
  context.fillStyle = colors.onBrand
  drawText(context, last.text, left + width / 2, top + PRICE_HEIGHT / 2, 'center')
  if (last.countdown === '') return
  context.font = FONT_SMALL
  drawText(context, last.countdown, left + width / 2, top + PRICE_HEIGHT + COUNTDOWN_HEIGHT / 2 - 2, 'center')
}
