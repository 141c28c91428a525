import type { StripPoint } from '../../../domain/proof/strip'
import { type Context, head, INNER, level, MARGIN, SHARE_CARD, SOFT, tick, writeLine } from '../closed/pictureParts'

/** Everything on the picture of a period's results, already in the user's language. It has no amounts. */
export interface PeriodCardContent {
  brand: string
  /** That the market is simulated or the funds are demo funds; empty if neither is. */
  notice: string
  /** How often the user was right, large. */
  figure: string
  /** The period, the filters, and the break-even rate. */
  terms: string
  /** The course of the net result, in percent of its box, and the height of zero in it. */
  points: readonly StripPoint[]
  zero: number
  /** How many of the orders this device has verified. */
  verified: string
  /** What chance leaves of it. */
  luck: string
  /** Where the app is. */
  address: string
}

const CURVE = { top: 500, height: 480 }
const TICK_SIZE = 48

/** Draws the picture; it has its own colors, since it is seen outside of the app and its themes. */
export function drawPeriodCard(context: Context, content: PeriodCardContent): void {
  head(context, content)
  writeLine(context, content.figure, MARGIN, 336, { size: 150, weight: 700 })
  writeLine(context, content.terms, MARGIN, 410, { size: 40, color: SOFT })
  curve(context, content)
  tick(context, MARGIN, 1084, TICK_SIZE)
  const beside = MARGIN + TICK_SIZE + 22
  writeLine(context, content.verified, beside, 1121, { size: 40, width: MARGIN + INNER - beside })
  writeLine(context, content.luck, MARGIN, 1204, { size: 40, color: SOFT })
  writeLine(context, content.address, MARGIN, SHARE_CARD.height - 84, { size: 32, color: SOFT })
}

function curve(context: Context, { points, zero }: PeriodCardContent): void {
  const xOf = ({ x }: StripPoint) => MARGIN + (x / 100) * INNER
  const heightOf = (y: number) => CURVE.top + (y / 100) * CURVE.height
  const [first, last] = [points[0], points[points.length - 1]]
  const base = heightOf(zero)
  level(context, base)
  if (!first || !last) return
  context.beginPath()
  for (const point of points) context.lineTo(xOf(point), heightOf(point.y))
  context.strokeStyle = '#fff'
  context.lineWidth = 6
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.stroke()
  context.lineTo(xOf(last), base)
  context.lineTo(xOf(first), base)
  context.closePath()
  context.fillStyle = 'rgba(255, 255, 255, 0.14)'
  context.fill()
}
