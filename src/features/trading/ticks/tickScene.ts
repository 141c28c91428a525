import type { Picture } from '../../../components/chart/draw'
import { createPriceScale, type PriceScale } from '../../../components/chart/scale'
import type { Format } from '../../../i18n/numbers'
import type { PricePoint } from '../../../stores/TicksStore'
import type { ChartColors, ChartLevel, ChartOrder } from '../chart/types'

/** A time and a price axis for every price of the last minutes, with the time ahead up to the end of the longest order. */
export interface TickScene {
  width: number
  height: number
  /** Where the plot ends and the figures of the scale begin. */
  plotRight: number
  top: number
  bottom: number
  /** Prices in sight, with one before them. */
  points: readonly PricePoint[]
  scale: PriceScale
  /** Epoch ms at the left edge and at `plotRight`. */
  from: number
  to: number
  now: number
  xOf(at: number): number
  /** The price that held at a place; undefined if none in sight did. */
  pointAt(x: number): PricePoint | undefined
}

export interface TickContent {
  points: readonly PricePoint[]
  orders: readonly ChartOrder[]
  alerts: readonly ChartLevel[]
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
  /** A time as the user reads it, to a tenth of a second. */
  clockOf(at: number): string
}

/** A picture that is being drawn. */
export interface TickFrame extends Picture {
  scene: TickScene
  content: TickContent
  /** The newest price. */
  last: number
}

export interface TickWindow {
  points: readonly PricePoint[]
  orders: readonly ChartOrder[]
  lastPrice: number | undefined
  /** The longest time ahead that has to be in sight, in ms. */
  aheadMs: number
  decimals: number
  now: number
  /** How far the picture was moved back, in CSS pixels. */
  back?: number
}

const TOP = 12
const TIME_AXIS = 28
const PAST_MIN_MS = 180_000
/** The past takes at least twice the time ahead, and the future this share of the past. */
const AHEAD_SHARE = 0.55
const ROOM = 0.12
/** The newest price is never closer to an edge than this share of the height. */
const EDGE_SHARE = 0.3
/** The least height of the picture: a price that hardly moves is no storm. */
const RANGE_MIN = 1.5e-4
const STEPS_MIN = 8
/** Products with few trades have a price every few seconds. */
const PAUSE_MS = 20_000

/**
 * The time to show ahead: the chosen duration, or what an order under way has left, as one of the product's durations.
 */
export function aheadOf(
  durations: readonly number[],
  chosenSeconds: number,
  orders: readonly ChartOrder[],
  now: number,
): number {
  const left = Math.max(0, ...orders.map(({ expiresAt }) => (expiresAt - now) / 1_000))
  const rungs = [...durations].sort((a, b) => a - b)
  const needed = rungs.find((seconds) => seconds >= left) ?? left
  return Math.max(chosenSeconds, left > 0 ? needed : 0) * 1_000
}

/** How far the picture can be moved back: as long as half of it still has prices. */
export function mostBack({ from, to, now, plotRight }: TickScene, points: readonly PricePoint[]): number {
  const oldest = points[0]?.at ?? now
  const spanMs = to - from
  const middle = now - spanMs / (1 + AHEAD_SHARE) + spanMs / 2
  return Math.max(0, ((middle - oldest) / spanMs) * plotRight)
}

/** Undefined while there is no price to draw. */
export function tickScene(
  { points, orders, lastPrice, aheadMs, decimals, now, back = 0 }: TickWindow,
  { width, height, gutter }: { width: number; height: number; gutter: number },
): TickScene | undefined {
  const pastMs = Math.max(PAST_MIN_MS, 2 * aheadMs)
  const plotRight = Math.max(1, width - gutter)
  const spanMs = pastMs * (1 + AHEAD_SHARE)
  const from = now - pastMs - (back / plotRight) * spanMs
  const to = from + spanMs
  const first = points.findIndex(({ at }) => at >= from)
  const seen = (first < 0 ? points.slice(-1) : points.slice(Math.max(0, first - 1))).filter(({ at }) => at <= to)
  const prices = seen.map(({ price }) => price)
  const isNowInSight = now <= to
  if (lastPrice !== undefined && (isNowInSight || prices.length === 0)) prices.push(lastPrice)
  if (prices.length === 0) return undefined
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const reach = Math.max(high - low, high * RANGE_MIN)
  // The level of an order far away would flatten the picture; its line stays at the edge instead.
  const levels = orders.map(({ entryPrice }) => Number(entryPrice)).filter((p) => p > low - reach && p < high + reach)
  let least = Math.min(low, ...levels)
  let most = Math.max(high, ...levels)
  if (lastPrice !== undefined && isNowInSight) {
    most = Math.max(most, least + (lastPrice - least) / (1 - EDGE_SHARE))
    least = Math.min(least, most - (most - lastPrice) / (1 - EDGE_SHARE))
  }
  const range = Math.max(most - least, high * RANGE_MIN, STEPS_MIN * 10 ** -decimals)
  const middle = (least + most) / 2
  const half = range * (0.5 + ROOM)
  const bottom = height - TIME_AXIS
  return {
    width,
    height,
    plotRight,
    top: TOP,
    bottom,
    points: seen,
    from,
    to,
    now,
    scale: createPriceScale(middle - half, middle + half, TOP, bottom),
    xOf: (at) => ((at - from) / (to - from)) * plotRight,
    pointAt(x) {
      const at = Math.min(now, from + (x / plotRight) * (to - from))
      return [...seen].reverse().find((point) => point.at <= at)
    },
  }
}

/** Runs of prices with nothing between them: for a while that no price came in, there is no line. */
export function withoutPauses<T extends Pick<PricePoint, 'at'>>(points: readonly T[]): T[][] {
  const runs: T[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const point of points) {
    if (point.at - before > PAUSE_MS) runs.push([])
    runs[runs.length - 1]?.push(point)
    before = point.at
  }
  return runs
}

const TIME_STEPS_MS = [15, 30, 60, 120, 300, 600].map((seconds) => seconds * 1_000)

/** Round instants between the edges, at least `spacing` CSS pixels apart. */
export function timeMarks({ from, to, plotRight }: TickScene, spacing: number): { at: number; stepMs: number }[] {
  const perPixel = (to - from) / plotRight
  const stepMs = TIME_STEPS_MS.find((step) => step / perPixel >= spacing) ?? 1_200_000
  const marks: { at: number; stepMs: number }[] = []
  for (let at = Math.ceil(from / stepMs) * stepMs; at < to; at += stepMs) marks.push({ at, stepMs })
  return marks
}

/** The y of a price, or of the edge that the price is beyond. */
export const levelOf = ({ scale, top, bottom }: TickScene, price: number): number =>
  Math.max(top, Math.min(bottom, scale.yOf(price)))
