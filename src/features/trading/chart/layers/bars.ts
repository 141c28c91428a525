import { crisp } from '../../../../components/chart/draw'
import type { Frame } from '../frame'
import type { Bar } from '../series'
import { xOf } from '../viewport'

const BODY_SHARE = 0.64
const VOLUME_ALPHA = 0.28

/** Left edge and width of every body, and the wick's, in whole device pixels and with one centre. */
export function widthsOf(frame: Frame): { body: number; wick: number } {
  const wick = Math.max(1, Math.round(frame.ratio))
  const wanted = Math.max(wick, Math.floor(frame.viewport.barWidth * BODY_SHARE * frame.ratio))
  const body = (wanted - wick) % 2 === 0 ? wanted : wanted - 1
  return { body: body / frame.ratio, wick: wick / frame.ratio }
}

function isUp(bar: Bar): boolean {
  return bar.close >= bar.open
}

/** All bars of one color, then all of the other: the style changes twice a frame, however many bars there are. */
function fillBars(frame: Frame, add: (bar: Bar, left: number) => void): void {
  const { context, colors, bars, viewport, ratio } = frame
  const { body } = widthsOf(frame)
  for (const up of [true, false]) {
    context.fillStyle = up ? colors.up : colors.down
    for (let i = frame.from; i < frame.to; i++) {
      const bar = bars[i]
      if (bar && isUp(bar) === up) add(bar, crisp(xOf(viewport, i) - body / 2, ratio))
    }
  }
}

/** Rectangles on whole pixels are filled one by one: that is much cheaper than a path of hundreds of them. */
export function drawCandles(frame: Frame): void {
  const { context, scale, ratio } = frame
  const { body, wick } = widthsOf(frame)
  const pixel = 1 / ratio
  fillBars(frame, (bar, left) => {
    const high = crisp(scale.yOf(bar.high), ratio)
    const low = crisp(scale.yOf(bar.low), ratio)
    const top = crisp(scale.yOf(Math.max(bar.open, bar.close)), ratio)
    const bottom = crisp(scale.yOf(Math.min(bar.open, bar.close)), ratio)
    if (low > high) context.fillRect(left + (body - wick) / 2, high, wick, low - high)
    context.fillRect(left, top, body, Math.max(pixel, bottom - top))
  })
  if (frame.state.hollow) hollowRises(frame)
}

/** Takes the inside out of the rising bodies that have one. */
function hollowRises(frame: Frame): void {
  const { context, scale, ratio, viewport } = frame
  const { body, wick } = widthsOf(frame)
  if (body < 3 * wick) return
  context.fillStyle = frame.colors.background
  for (let i = frame.from; i < frame.to; i++) {
    const bar = frame.bars[i]
    if (!bar || !isUp(bar)) continue
    const left = crisp(xOf(viewport, i) - body / 2, ratio) + wick
    const top = crisp(scale.yOf(bar.close), ratio) + wick
    const bottom = crisp(scale.yOf(bar.open), ratio) - wick
    if (bottom > top) context.fillRect(left, top, body - 2 * wick, bottom - top)
  }
}

export function drawVolume(frame: Frame): void {
  const { context, layout, bars, ratio } = frame
  let most = 0
  for (let i = frame.from; i < frame.to; i++) most = Math.max(most, bars[i]?.volume ?? 0)
  if (!(most > 0)) return
  const { body } = widthsOf(frame)
  context.globalAlpha = VOLUME_ALPHA
  fillBars(frame, (bar, left) => {
    const top = crisp(layout.paneBottom - (bar.volume / most) * (layout.paneBottom - layout.paneTop), ratio)
    if (layout.paneBottom > top) context.fillRect(left, top, body, layout.paneBottom - top)
  })
  context.globalAlpha = 1
}
