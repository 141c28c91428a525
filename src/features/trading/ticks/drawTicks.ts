import { crisp, drawText, FONT, levelLine, tagWidth } from '../../../components/chart/draw'
import { niceTicks } from '../../../components/chart/scale'
import { axisPriceText } from '../../../domain/price'
import { formatClock, formatHourMinute } from '../../../domain/time'
import type { CanvasHandle } from '../../../platform/canvas'
import { drawAlerts } from '../chart/levels'
import type { ChartColors, ChartOrder } from '../chart/types'
import { drawAsked, drawEnds, drawLevels, drawOrder, drawStanding, endPills, tagHeights } from './drawOrders'
import type { TickView } from './tickInput'
import {
  levelOf,
  type TickContent,
  type TickFrame,
  type TickScene,
  tickScene,
  timeMarks,
  withoutPauses,
} from './tickScene'

/** Below this a chart that makes way for the ticket would say nothing. */
const HEIGHT_LEAST = 120
const ORDERS_MAX = 3
/** Steps are round, so that labels are between this and twice as far apart. */
const PRICE_SPACING = 40
const TIME_SPACING = 60
const LABEL_ROOM = 16
const GUTTER = 12
const AREA_ALPHA = 0.1
const ZONE_ALPHA = 0.06
const DASH = 4

/** Draws one picture, from the background up. */
export function drawTicks(surface: CanvasHandle, content: TickContent, view: TickView): TickScene | undefined {
  const { context, width, ratio } = surface
  const { colors, format, lastPrice, covered } = content
  context.fillStyle = colors.background
  context.fillRect(0, 0, width, surface.height)
  const height = surface.height - covered < HEIGHT_LEAST ? surface.height : surface.height - covered
  const now = content.serverNow()
  const newest = lastPrice ?? content.points[content.points.length - 1]?.text
  if (newest === undefined) return drawNothing(surface, colors)
  const window = { ...content, lastPrice: Number(newest), aheadMs: content.aheadMs(now), now, back: view.back }
  const orders = [...content.orders].sort((a, b) => a.expiresAt - b.expiresAt).slice(0, ORDERS_MAX)
  const labels = [format.number(newest), ...orders.map(({ label }) => label)]
  const gutter = Math.max(...labels.map((label) => tagWidth(context, label))) + GUTTER
  const scene = tickScene(window, { width, height, gutter })
  if (!scene) return
  const frame: TickFrame = { context, ratio, layout: { width, height }, scene, content, last: Number(newest) }
  drawScales(frame, orders)
  context.save()
  context.beginPath()
  context.rect(0, 0, scene.plotRight, height)
  context.clip()
  drawChosen(frame)
  const [next] = orders
  if (next) drawStanding(frame, next)
  drawPrices(frame)
  drawAlerts({ ...frame, scale: scene.scale, colors, plotRight: scene.plotRight }, content.alerts)
  for (const order of [...orders].reverse()) drawOrder(frame, order)
  if (now <= scene.to) drawHead(frame)
  if (view.asked !== undefined) drawAsked(frame, view.asked)
  context.restore()
  drawLevels(frame, orders)
  drawEnds(frame, orders)
  return scene
}

/** Until there is a price: a level line, where prices will be. */
function drawNothing({ context, width, height }: CanvasHandle, colors: ChartColors): undefined {
  context.fillStyle = colors.panel
  context.fillRect(0, height / 2 - 1, width, 2)
}

function drawScales(frame: TickFrame, orders: readonly ChartOrder[]): void {
  const { context, scene, content } = frame
  const { colors, format, decimals, zone } = content
  const count = Math.max(2, Math.floor((scene.bottom - scene.top) / PRICE_SPACING))
  const taken = tagHeights(frame, orders)
  context.font = FONT
  for (const price of niceTicks(scene.scale.low, scene.scale.high, count, 10 ** -decimals)) {
    const y = scene.scale.yOf(price)
    context.fillStyle = colors.grid
    levelLine(frame, y, 0, scene.plotRight)
    context.fillStyle = colors.axisText
    if (taken.some((other) => Math.abs(other - y) < LABEL_ROOM)) continue
    drawText(context, format.number(axisPriceText(price, decimals)), scene.width - 4, y, 'right')
  }
  const { half: pillHalf, pills } = endPills(frame, orders)
  context.font = FONT
  context.fillStyle = colors.axisText
  for (const { at, stepMs } of timeMarks(scene, TIME_SPACING)) {
    const text = stepMs < 60_000 ? formatClock(at, zone) : formatHourMinute(at, zone)
    const x = scene.xOf(at)
    const half = context.measureText(text).width / 2
    if (x - half < 0 || x + half > scene.plotRight || pills.some((pill) => Math.abs(pill.x - x) < half + pillHalf + 4))
      continue
    drawText(context, text, x, scene.height - 13, 'center')
  }
}

/** The time span of the ticket on the screen: from now to its end. */
function drawChosen({ context, ratio, scene, content }: TickFrame): void {
  if (!content.chosen) return
  const { colors, chosen } = content
  const [left, right] = [scene.xOf(scene.now), scene.xOf(scene.now + chosen.ms)]
  context.globalAlpha = ZONE_ALPHA
  context.fillStyle = colors.brand
  context.fillRect(left, 0, right - left, scene.bottom)
  context.globalAlpha = 1
  context.fillStyle = colors.axisText
  for (const x of [left, right]) dottedUpright(context, crisp(x, ratio), scene.bottom)
  context.font = FONT
  drawText(context, chosen.text, (left + right) / 2, 24, 'center')
}

function dottedUpright(context: CanvasRenderingContext2D, x: number, bottom: number): void {
  for (let y = 0; y < bottom; y += 6) context.fillRect(x, y, 1, 2)
}

function drawPrices({ context, scene, content, last }: TickFrame): void {
  const { colors } = content
  const { bottom, now, points, scale, xOf } = scene
  if (points.length === 0) {
    // The prices of the last minutes are on their way.
    context.fillStyle = colors.panel
    context.fillRect(0, levelOf(scene, last) - 1, xOf(now), 2)
    return
  }
  context.strokeStyle = context.fillStyle = colors.brand
  context.lineWidth = 2
  context.lineJoin = 'round'
  for (const run of withoutPauses(now <= scene.to ? [...points, { at: now, price: last }] : points)) {
    context.beginPath()
    for (const { at, price } of run) context.lineTo(xOf(at), scale.yOf(price))
    context.stroke()
    for (const { at } of [...run.slice(-1), ...run.slice(0, 1)]) context.lineTo(xOf(at), bottom)
    context.globalAlpha = AREA_ALPHA
    context.fill()
    context.globalAlpha = 1
  }
}

/** The newest price: a dot at its place, and a dashed line to its label. */
function drawHead(frame: TickFrame): void {
  const { context, scene, content, last } = frame
  const { colors } = content
  const [x, y] = [scene.xOf(scene.now), levelOf(scene, last)]
  context.fillStyle = colors.brand
  for (let from = x + 8; from < scene.plotRight; from += 2 * DASH) levelLine(frame, y, from, from + DASH)
  context.globalAlpha = 0.25
  context.beginPath()
  context.arc(x, y, 9, 0, 2 * Math.PI)
  context.fill()
  context.globalAlpha = 1
  context.beginPath()
  context.arc(x, y, 4.5, 0, 2 * Math.PI)
  context.fill()
}
