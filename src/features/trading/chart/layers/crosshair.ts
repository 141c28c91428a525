import { crisp, drawTag, levelLine } from '../../../../components/chart/draw'
import { axisPriceText } from '../../../../domain/price'
import { showDateTime, showDay } from '../../../../i18n/days'
import { type Frame, pointedIndex } from '../frame'
import { xOf } from '../viewport'

/** Lines through the bar and the height that are pointed at, with the time and the price. */
export function drawCrosshair(frame: Frame): void {
  const { context, colors, layout, state, bars, viewport, ratio } = frame
  const index = pointedIndex(frame)
  const bar = bars[index]
  if (!state.crosshair || !bar) return
  const x = xOf(viewport, index)
  const y = Math.max(layout.priceTop, Math.min(layout.priceBottom, state.crosshair.y))
  context.fillStyle = colors.crosshair
  context.fillRect(crisp(x - 0.5, ratio), 0, crisp(1, ratio), layout.paneBottom)
  levelLine(frame, y, 0, layout.plotRight)
  const price = frame.format.number(axisPriceText(frame.scale.priceAt(y), state.decimals))
  const tag = { fill: colors.text, color: colors.background }
  drawTag(frame, { ...tag, text: price, x: layout.width, y, align: 'right' })
  const time = pointedTimeText(bar.openAt, state.interval, state.zone)
  drawTag(frame, { ...tag, text: time, x, y: layout.height - 9, align: 'center' })
}

/** When a bar opened; a daily candle is a UTC day, regardless of the user's time zone. */
export function pointedTimeText(at: number, interval: string, zone: 'local' | 'utc'): string {
  return interval === '1d' ? showDay(at, 'utc') : showDateTime(at, zone, { seconds: interval.endsWith('s') })
}
