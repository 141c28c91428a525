import type { Direction } from '../../../contract/orders'
import { type CourseTick, thinned } from '../../../contract/shownResult'

/** A place in the strip, in percent of its box. */
export interface StripPoint {
  x: number
  y: number
}

export interface Strip {
  /** SVG path in a box of 100 by 100. */
  path: string
  /** The same line, for a canvas. */
  points: readonly StripPoint[]
  entry: StripPoint | undefined
  exit: StripPoint | undefined
}

/** Room around the line, in percent. */
const PADDING = 8

const short = (value: number) => Math.round(value * 10) / 10

/** The ticks that decided an order as a line over time, with where it entered and where it ended. */
export function stripOf(
  ticks: readonly CourseTick[],
  entrySequence: number | null | undefined,
  exitSequence: number | null | undefined,
): Strip | undefined {
  const kept = thinned(ticks, [entrySequence, exitSequence])
  const [first, last] = [kept[0], kept[kept.length - 1]]
  if (!first || !last || kept.length < 2) return undefined
  const prices = kept.map((tick) => Number(tick.price))
  const low = Math.min(...prices)
  const height = Math.max(...prices) - low
  const width = Math.max(1, last.at - first.at)
  const place = (tick: CourseTick): StripPoint => ({
    x: short(PADDING + ((tick.at - first.at) / width) * (100 - 2 * PADDING)),
    y: short(height > 0 ? 100 - PADDING - ((Number(tick.price) - low) / height) * (100 - 2 * PADDING) : 50),
  })
  const at = (sequence: number | null | undefined) => {
    const tick = kept.find((known) => known.sequence === sequence)
    return tick && place(tick)
  }
  const points = kept.map(place)
  const path = `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`
  return { path, points, entry: at(entrySequence), exit: at(exitSequence) }
}

/** The part of the box above or below the entry where a call is ahead, in percent from the top. */
export const aheadOf = (entry: StripPoint, direction: Direction): { top: number; height: number } =>
  direction === 'up' ? { top: 0, height: entry.y } : { top: entry.y, height: 100 - entry.y }
