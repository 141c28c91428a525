import type { ReceiptTick } from '../../../../contract/proof'

/** A price on the picture of an order's course. */
export interface CoursePoint {
  tick: ReceiptTick
  /** Share of the width, from the entry's edge on: 0 is the entry, 1 the exit; prices around them lie outside. */
  at: number
  /** The price, for drawing only. */
  value: number
}

/** What a picture of an order's course shows, from its receipt. */
export interface CourseScene {
  points: readonly CoursePoint[]
  /** Indexes of the prices that decided: the first and the last. */
  entry: number
  exit: number
  low: number
  high: number
}

/**
 * The prices of a receipt over time, with those before the entry and after the exit around them. Undefined for an order without
 * both.
 */
export function courseSceneOf(
  ticks: readonly ReceiptTick[],
  entrySequence: number | null,
  exitSequence: number | null,
): CourseScene | undefined {
  const entry = ticks.findIndex(({ sequence }) => sequence === entrySequence)
  const exit = ticks.findIndex(({ sequence }) => sequence === exitSequence)
  const [first, last] = [ticks[entry], ticks[exit]]
  if (!first || !last || exit < entry) return undefined
  const span = Math.max(1, last.at - first.at)
  const points = ticks.map((tick) => ({ tick, at: (tick.at - first.at) / span, value: Number(tick.price) }))
  const values = points.map(({ value }) => value)
  return { points, entry, exit, low: Math.min(...values), high: Math.max(...values) }
}

/** The index of the price nearest to a place, of those from the entry to the exit. */
export function nearestPoint({ points, entry, exit }: CourseScene, at: number): number {
  const distance = (index: number) => Math.abs((points[index]?.at ?? Number.POSITIVE_INFINITY) - at)
  let nearest = entry
  for (let index = entry; index <= exit; index++) if (distance(index) < distance(nearest)) nearest = index
  return nearest
}

/** The index of the price that was in force at a place, never before the entry or after the exit. */
export function pointInForce({ points, entry, exit }: CourseScene, at: number): number {
  let index = entry
  while (index < exit && (points[index + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) index++
  return index
}
