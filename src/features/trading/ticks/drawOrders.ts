import { crisp, drawTag, drawText, FONT_BOLD, levelLine, roundedRect, tagWidth } from '../../../components/chart/draw'
import { inFavour } from '../../../domain/payout'
import { formatCountdown } from '../../../domain/time'
import type { ChartOrder } from '../chart/types'
import { directionTone } from '../directions'
import { levelOf, type TickFrame, withoutPauses } from './tickScene'

const RESULT_ALPHA = 0.2
const TAG_SPACING = 22
const LEADER = 10
const CAP = 14
const PILL_HEIGHT = 20

/** Heights or places moved apart so far that none covers another, in their order, within the edges. */
export function apart(wanted: readonly number[], spacing: number, least: number, most: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  const placed: number[] = []
  // Groups that touch share the way that they have to move.
  const groups: { first: number; sum: number; count: number }[] = []
  for (const index of order) {
    let group = { first: wanted[index] ?? 0, sum: wanted[index] ?? 0, count: 1 }
    let before = groups[groups.length - 1]
    while (before && before.first + before.count * spacing > group.first) {
      groups.pop()
      const count = before.count + group.count
      const sum = before.sum + group.sum - before.count * group.count * spacing
      group = { sum, count, first: clamp(sum / count, least, most - (count - 1) * spacing) }
      before = groups[groups.length - 1]
    }
    group.first = clamp(group.first, least, most - (group.count - 1) * spacing)
    groups.push(group)
  }
  let at = 0
  for (const { first, count } of groups) {
    for (let n = 0; n < count; n += 1) placed[order[at++] ?? 0] = first + n * spacing
  }
  return placed
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** The line of an order's prices so far, from its entry to now, as a path that begins and ends at its level. */
function traceOrder({ context, scene, last }: TickFrame, order: ChartOrder, y: number): void {
  const end = Math.min(scene.now, order.expiresAt)
  const course = scene.points.filter(({ at }) => at >= order.entryAt && at <= end)
  context.beginPath()
  for (const run of withoutPauses(end === scene.now ? [...course, { at: end, price: last }] : course)) {
    for (const { at } of run.slice(0, 1)) context.moveTo(scene.xOf(at), y)
    for (const { at, price } of run) context.lineTo(scene.xOf(at), scene.scale.yOf(price))
    for (const { at } of run.slice(-1)) context.lineTo(scene.xOf(at), y)
    context.closePath()
  }
}

/** How the order that ends next has been doing: the area above its level in one color, the area below in the other. */
export function drawStanding(frame: TickFrame, order: ChartOrder): void {
  const { context, scene, content } = frame
  const { colors } = content
  const y = levelOf(scene, Number(order.entryPrice))
  const isKnown = order.isFresh && order.expiresAt > scene.now
  const sides = [
    { top: 0, bottom: y, gain: inFavour(order.direction, 1) },
    { top: y, bottom: scene.bottom, gain: inFavour(order.direction, -1) },
  ]
  context.globalAlpha = RESULT_ALPHA
  for (const { top, bottom, gain } of sides) {
    context.save()
    context.beginPath()
    context.rect(0, top, scene.plotRight, bottom - top)
    context.clip()
    context.fillStyle = isKnown ? (gain > 0 ? colors.up : colors.down) : colors.axisText
    traceOrder(frame, order, y)
    context.fill()
    context.restore()
  }
  context.globalAlpha = 1
}

/** Its level, from a ring where it began to a bar where it ends. */
export function drawOrder(frame: TickFrame, order: ChartOrder): void {
  const { context, scene, content, ratio } = frame
  const { colors } = content
  const y = levelOf(scene, Number(order.entryPrice))
  const [left, right] = [scene.xOf(order.entryAt), scene.xOf(order.expiresAt)]
  const color = colors[directionTone(order.direction)]
  context.fillStyle = color
  context.fillRect(Math.max(0, left), crisp(y - 0.75, ratio), Math.max(0, right - Math.max(0, left)), 1.5)
  context.fillRect(crisp(right - 1, ratio), y - CAP / 2, 2, CAP)
  context.fillStyle = colors.axisText
  context.globalAlpha = 0.5
  for (let at = y + CAP / 2 + 3; at < scene.bottom; at += 6) context.fillRect(crisp(right - 0.5, ratio), at, 1, 2)
  context.globalAlpha = 1
  if (left <= 0) return
  context.beginPath()
  context.arc(left, y, 4.5, 0, 2 * Math.PI)
  context.fillStyle = colors.background
  context.fill()
  context.lineWidth = 2.5
  context.strokeStyle = color
  context.stroke()
}

/** Heights of the labels at the right: that of the newest price, then those of the orders, none over another. */
export function tagHeights({ scene, last }: TickFrame, orders: readonly ChartOrder[]): number[] {
  const prices = [last, ...orders.map(({ entryPrice }) => Number(entryPrice))]
  const levels = prices.map((price) => levelOf(scene, price))
  return apart(levels, TAG_SPACING, scene.top, scene.bottom)
}

/** The levels of the orders and the newest price at the right, each with a line to its level. */
export function drawLevels(frame: TickFrame, orders: readonly ChartOrder[]): void {
  const { context, scene, content, last } = frame
  const { colors, format, lastPrice } = content
  const tags = [
    { text: format.number(lastPrice ?? String(last)), price: last, fill: colors.brand, color: colors.onBrand },
    ...orders.map(({ label, entryPrice, direction }) => {
      const fill = colors[directionTone(direction)]
      return { text: label, price: Number(entryPrice), fill, color: colors.onDirection }
    }),
  ]
  const heights = tagHeights(frame, orders)
  tags.forEach(({ text, price, fill, color }, index) => {
    const [level, y] = [levelOf(scene, price), heights[index] ?? 0]
    const left = scene.width - tagWidth(context, text)
    context.strokeStyle = fill
    context.lineWidth = 1
    context.beginPath()
    context.moveTo(scene.plotRight - LEADER, level)
    context.lineTo(left, y)
    context.stroke()
    drawTag(frame, { text, x: scene.width, y, fill, color, align: 'right' })
  })
}

/** Where on the time axis it says how long each order has left, and half the width of each of these pills. */
export function endPills({ context, scene }: TickFrame, orders: readonly ChartOrder[]) {
  const texts = orders.map(({ expiresAt }) => formatCountdown(expiresAt - scene.now))
  const half = Math.max(0, ...texts.map((text) => tagWidth(context, text))) / 2 + 2
  const wanted = orders.map(({ expiresAt }) => scene.xOf(expiresAt))
  const places = apart(wanted, 2 * half + 4, half, scene.width - half)
  const pills = texts.map((text, index) => ({ text, x: places[index] ?? 0, isFirst: index === 0 }))
  return { half, pills: pills.filter((_, index) => (wanted[index] ?? 0) >= 0) }
}

/** On the time axis, how long each order has left, the one that ends next as the strongest. */
export function drawEnds(frame: TickFrame, orders: readonly ChartOrder[]): void {
  const { context, scene, content } = frame
  const { colors } = content
  const { half, pills } = endPills(frame, orders)
  for (const { text, x, isFirst } of pills) {
    context.fillStyle = isFirst ? colors.text : colors.axisText
    roundedRect(context, x - half, scene.bottom + 4, 2 * half, PILL_HEIGHT, PILL_HEIGHT / 2)
    context.fill()
    context.fillStyle = colors.background
    context.font = FONT_BOLD
    drawText(context, text, x, scene.bottom + 4 + PILL_HEIGHT / 2, 'center')
  }
}

/** The finger's or the mouse's price: which it was, when, and how much. */
export function drawAsked(frame: TickFrame, at: number): void {
  const { context, scene, content, ratio } = frame
  const { colors, format } = content
  const point = scene.pointAt(at)
  if (!point) return
  const [x, y] = [scene.xOf(point.at), scene.scale.yOf(point.price)]
  context.fillStyle = colors.crosshair
  for (let from = scene.top; from < scene.bottom; from += 5) context.fillRect(crisp(x - 0.5, ratio), from, 1, 3)
  for (let from = 0; from < scene.plotRight; from += 5) levelLine(frame, y, from, from + 3)
  context.beginPath()
  context.arc(x, y, 4, 0, 2 * Math.PI)
  context.fillStyle = colors.text
  context.fill()
  const time = content.clockOf(point.at)
  const number = point.sequence > 0 ? `#${format.number(String(point.sequence))} · ` : ''
  const text = `${number}${time} · ${format.number(point.text)}`
  drawTag(frame, { text, x, y: scene.top + 9, fill: colors.text, color: colors.background, align: 'center' })
}
