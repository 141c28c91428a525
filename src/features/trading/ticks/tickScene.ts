import { createPriceScale, type PriceScale } from '../../../components/chart/scale'
import type { PricePoint } from '../../../stores/TicksStore'
import type { ChartOrder } from '../chart/types'

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
}

export interface TickWindow {
  points: readonly PricePoint[]
  orders: readonly ChartOrder[]
  lastPrice: number | undefined
  /** The longest time ahead that has to be in sight, in ms. */
  aheadMs: number
  decimals: number
  now: number
}

const TOP = 12
const TIME_AXIS = 28
const PAST_MIN_MS = 180_000
/** The past takes at least twice the time ahead, and the future this share of the past. */
const AHEAD_SHARE = 0.55
const ROOM = 0.12
/** The least height of the picture: a price that hardly moves is no storm. */
const RANGE_MIN = 1.5e-4
const STEPS_MIN = 8

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

/** Undefined while there is no price to draw. */
export function tickScene(
  { points, orders, lastPrice, aheadMs, decimals, now }: TickWindow,
  { width, height, gutter }: { width: number; height: number; gutter: number },
): TickScene | undefined {
  const pastMs = Math.max(PAST_MIN_MS, 2 * aheadMs)
  const from = now - pastMs
  const to = now + pastMs * AHEAD_SHARE
  const first = points.findIndex(({ at }) => at >= from)
  const seen = first < 0 ? points.slice(-1) : points.slice(Math.max(0, first - 1))
  const prices = seen.map(({ price }) => price)
  if (lastPrice !== undefined) prices.push(lastPrice)
  if (prices.length === 0) return undefined
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const reach = Math.max(high - low, high * RANGE_MIN)
  // The level of an order far away would flatten the picture; its line stays at the edge instead.
  const levels = orders.map(({ entryPrice }) => Number(entryPrice)).filter((p) => p > low - reach && p < high + reach)
  const least = Math.min(low, ...levels)
  const most = Math.max(high, ...levels)
  const range = Math.max(most - least, high * RANGE_MIN, STEPS_MIN * 10 ** -decimals)
  const middle = (least + most) / 2
  const half = range * (0.5 + ROOM)
  const plotRight = Math.max(1, width - gutter)
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
  }
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
