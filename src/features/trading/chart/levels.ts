import { drawTag, levelLine, type Picture } from '../../../components/chart/draw'
import type { PriceScale } from '../../../components/chart/scale'
import type { ChartColors, ChartLevel } from './types'

const DOT = 2
const TAG_SPACING = 20

export interface LevelPicture extends Picture {
  scale: PriceScale
  colors: ChartColors
  /** Where the plot ends and the scale begins. */
  plotRight: number
}

/** Draws the alerts whose prices are in sight: a dotted line with its words at the left. A label that would cover another is left out. */
export function drawAlerts(picture: LevelPicture, alerts: readonly ChartLevel[]): void {
  const { context, scale, colors, plotRight } = picture
  const tagged: number[] = []
  for (const { price, label } of alerts) {
    if (Number(price) < scale.low || Number(price) > scale.high) continue
    const y = scale.yOf(Number(price))
    context.fillStyle = colors.axisText
    for (let x = 0; x < plotRight; x += 3 * DOT) levelLine(picture, y, x, x + DOT)
    if (tagged.some((other) => Math.abs(other - y) < TAG_SPACING)) continue
    tagged.push(y)
    drawTag(picture, { text: label, x: 0, y, fill: colors.panel, color: colors.text, align: 'left' })
  }
}

/** The price at a height of the scale, with no more digits than pixels tell apart, and the product's decimals. */
export function priceAtHeight(scale: PriceScale, y: number, decimals: number): string {
  const perPixel = Math.abs(scale.priceAt(y) - scale.priceAt(y + 1))
  const step = 10 ** Math.max(-decimals, Math.ceil(Math.log10(perPixel)))
  return (Math.round(scale.priceAt(y) / step) * step).toFixed(decimals)
}
