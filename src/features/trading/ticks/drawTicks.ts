import {
  crisp,
  drawTag,
  drawText,
  FONT,
  levelLine,
  type Picture,
  roundedRect,
  tagWidth,
} from '../../../components/chart/draw'
import { niceTicks } from '../../../components/chart/scale'
import { inFavour } from '../../../domain/payout'
import { axisPriceText } from '../../../domain/price'
import { formatClock, formatCountdown, formatHourMinute } from '../../../domain/time'
import type { Format } from '../../../i18n/numbers'
import type { CanvasHandle } from '../../../platform/canvas'
import type { PricePoint } from '../../../stores/TicksStore'
import type { ChartColors, ChartOrder } from '../chart/types'
import { directionTone } from '../words'
import { levelOf, type TickScene, tickScene, timeMarks } from './tickScene'

export interface TickContent {
  points: readonly PricePoint[]
  orders: readonly ChartOrder[]
  /** As recorded. */
  lastPrice: string | undefined
  /** See `aheadOf`; asked for with each picture. */
  aheadMs(now: number): number
  /** The duration that an open ticket would cover, and its words. */
  chosen: { ms: number; text: string } | undefined
  /** How much of the picture the open ticket lies over, from below, in CSS pixels. */
  covered: number
  decimals: number
  zone: 'local' | 'utc'
  colors: ChartColors
  format: Format
  serverNow(): number
}

interface Frame extends Picture {
  scene: TickScene
  content: TickContent
  last: number
}

/** Below this a chart that makes way for the ticket would say nothing. */
const HEIGHT_LEAST = 120
const ORDERS_MAX = 3
const PRICE_SPACING = 56
const TIME_SPACING = 60
const LABEL_ROOM = 16
const GUTTER = 8
const AREA_ALPHA = 0.1
const ZONE_ALPHA = 0.06
const RESULT_ALPHA = 0.18
const TAG_SPACING = 21
const DASH = 4

/** Draws one picture, from the background up. */
export function drawTicks(surface: CanvasHandle, content: TickContent): void {
  const { context, width, ratio } = surface
  const { colors, format, lastPrice, covered } = content
  context.fillStyle = colors.background
  context.fillRect(0, 0, width, surface.height)
  const height = surface.height - covered < HEIGHT_LEAST ? surface.height : surface.height - covered
  const now = content.serverNow()
  const newest = lastPrice ?? content.points[content.points.length - 1]?.text
  if (newest === undefined) return
  const window = { ...content, lastPrice: Number(newest), aheadMs: content.aheadMs(now), now }
  const gutter = tagWidth(context, format.number(newest)) + GUTTER
  const scene = tickScene(window, { width, height, gutter })
  if (!scene) return
  const frame: Frame = { context, ratio, layout: { width, height }, scene, content, last: Number(newest) }
  const orders = [...content.orders].sort((a, b) => a.expiresAt - b.expiresAt).slice(0, ORDERS_MAX)
  drawScales(frame, orders)
  context.save()
  context.beginPath()
  context.rect(0, 0, scene.plotRight, height)
  context.clip()
  drawChosen(frame)
  for (const order of [...orders].reverse()) drawZone(frame, order)
  drawPrices(frame)
  for (const order of [...orders].reverse()) drawOrder(frame, order)
  context.restore()
  drawHead(frame)
  drawTags(frame, orders)
}

function drawScales(frame: Frame, orders: readonly ChartOrder[]): void {
  const { context, scene, content } = frame
  const { colors, format, decimals, zone } = content
  const count = Math.max(2, Math.floor((scene.bottom - scene.top) / PRICE_SPACING))
  const taken = [frame.last, ...orders.map(({ entryPrice }) => Number(entryPrice))].map((price) =>
    levelOf(scene, price),
  )
  context.font = FONT
  for (const price of niceTicks(scene.scale.low, scene.scale.high, count, 10 ** -decimals)) {
    const y = scene.scale.yOf(price)
    context.fillStyle = colors.grid
    levelLine(frame, y, 0, scene.plotRight)
    context.fillStyle = colors.axisText
    if (taken.some((other) => Math.abs(other - y) < LABEL_ROOM)) continue
    drawText(context, format.number(axisPriceText(price, decimals)), scene.width - 4, y, 'right')
  }
  const ends = orders.map(({ expiresAt }) => scene.xOf(expiresAt))
  context.fillStyle = colors.axisText
  for (const { at, stepMs } of timeMarks(scene, TIME_SPACING)) {
    const text = stepMs < 60_000 ? formatClock(at, zone) : formatHourMinute(at, zone)
    const x = scene.xOf(at)
    const half = context.measureText(text).width / 2
    if (x - half < 0 || x + half > scene.plotRight || ends.some((end) => Math.abs(end - x) < half + 30)) continue
    drawText(context, text, x, scene.height - 13, 'center')
  }
}

/** The time span of the ticket on the screen: from now to its end. */
function drawChosen({ context, ratio, scene, content }: Frame): void {
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

/** The color of the present result; neither while the last price is too old, nor once the time is up. */
function standingColor({ content: { colors }, scene, last }: Frame, order: ChartOrder): string {
  if (order.expiresAt <= scene.now || !order.isFresh) return colors.axisText
  const gain = inFavour(order.direction, last - Number(order.entryPrice))
  return gain > 0 ? colors.up : gain < 0 ? colors.down : colors.axisText
}

/** The line of an order's prices so far, from its entry to now, as a path that begins and ends at its level. */
function traceOrder({ context, scene, last }: Frame, order: ChartOrder, y: number): void {
  const end = Math.min(scene.now, order.expiresAt)
  context.beginPath()
  context.moveTo(scene.xOf(order.entryAt), y)
  for (const { at, price } of scene.points) {
    if (at >= order.entryAt && at <= end) context.lineTo(scene.xOf(at), scene.scale.yOf(price))
  }
  if (end === scene.now) context.lineTo(scene.xOf(end), scene.scale.yOf(last))
  context.lineTo(scene.xOf(end), y)
  context.closePath()
}

function drawZone(frame: Frame, order: ChartOrder): void {
  const { context, scene } = frame
  const [left, right] = [scene.xOf(order.entryAt), scene.xOf(order.expiresAt)]
  context.fillStyle = standingColor(frame, order)
  context.globalAlpha = ZONE_ALPHA
  context.fillRect(left, 0, right - left, scene.bottom)
  context.globalAlpha = RESULT_ALPHA
  traceOrder(frame, order, levelOf(scene, Number(order.entryPrice)))
  context.fill()
  context.globalAlpha = 1
}

function drawPrices({ context, scene, content, last }: Frame): void {
  const { colors } = content
  context.beginPath()
  let started = false
  let left = 0
  for (const { at, price } of scene.points) {
    const [x, y] = [scene.xOf(at), scene.scale.yOf(price)]
    if (started) context.lineTo(x, y)
    else {
      context.moveTo(x, y)
      left = x
    }
    started = true
  }
  const right = scene.xOf(scene.now)
  if (started) context.lineTo(right, scene.scale.yOf(last))
  else return
  context.strokeStyle = colors.brand
  context.lineWidth = 2
  context.lineJoin = 'round'
  context.stroke()
  context.lineTo(right, scene.bottom)
  context.lineTo(left, scene.bottom)
  context.closePath()
  context.globalAlpha = AREA_ALPHA
  context.fillStyle = colors.brand
  context.fill()
  context.globalAlpha = 1
}

/** Its level with a ring where it began, and the flag where it ends. */
function drawOrder(frame: Frame, order: ChartOrder): void {
  const { context, scene, content, ratio } = frame
  const { colors } = content
  const y = levelOf(scene, Number(order.entryPrice))
  const [left, right] = [scene.xOf(order.entryAt), scene.xOf(order.expiresAt)]
  context.fillStyle = colors[directionTone(order.direction)]
  for (let x = Math.max(0, left); x < scene.plotRight; x += 2 * DASH) levelLine(frame, y, x, x + DASH)
  if (left > 0) {
    context.beginPath()
    context.arc(left, y, 4.5, 0, 2 * Math.PI)
    context.fillStyle = colors.background
    context.fill()
    context.lineWidth = 2.5
    context.strokeStyle = colors[directionTone(order.direction)]
    context.stroke()
  }
  const at = crisp(right, ratio)
  context.fillStyle = colors.text
  context.fillRect(at, 10, 1.5, scene.bottom - 10)
  context.beginPath()
  context.moveTo(at, 10)
  context.lineTo(at + 16, 10)
  context.lineTo(at + 12, 15)
  context.lineTo(at + 16, 20)
  context.lineTo(at, 20)
  context.closePath()
  context.fill()
}

/** The newest price: a dot at its place, and a dashed line to its label. */
function drawHead(frame: Frame): void {
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

function drawTags(frame: Frame, orders: readonly ChartOrder[]): void {
  const { context, scene, content, last } = frame
  const { colors, format, lastPrice } = content
  const lastY = levelOf(scene, last)
  const placed = [lastY]
  for (const order of orders) {
    const y = freeOf(levelOf(scene, Number(order.entryPrice)), placed)
    placed.push(y)
    const fill = colors[directionTone(order.direction)]
    drawTag(frame, { text: order.label, x: scene.width, y, fill, color: colors.onDirection, align: 'right' })
  }
  const text = format.number(lastPrice ?? String(last))
  drawTag(frame, { text, x: scene.width, y: lastY, fill: colors.brand, color: colors.onBrand, align: 'right' })
  let free = 0
  for (const order of orders) {
    const countdown = formatCountdown(order.expiresAt - scene.now)
    const half = tagWidth(context, countdown) / 2 + 4
    const x = Math.min(scene.xOf(order.expiresAt), scene.width - half)
    if (x - half < free) continue
    free = x + half + 4
    context.fillStyle = colors.text
    roundedRect(context, x - half, scene.bottom + 4, 2 * half, 20, 10)
    context.fill()
    context.fillStyle = colors.background
    drawText(context, countdown, x, scene.bottom + 14, 'center')
  }
}

/** The nearest height to `y` that keeps its distance from those placed. */
function freeOf(y: number, placed: readonly number[]): number {
  const isFree = (at: number) => placed.every((other) => Math.abs(other - at) >= TAG_SPACING)
  for (let away = 0; away <= 4 * TAG_SPACING; away += 1) {
    if (isFree(y + away)) return y + away
    if (isFree(y - away)) return y - away
  }
  return y
}
