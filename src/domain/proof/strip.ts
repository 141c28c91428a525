import type { ReceiptTick } from '../../../contract/proof'

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

const POINTS_MAX = 240
/** Room around the line, in percent. */
const PADDING = 8

const short = (value: number) => Math.round(value * 10) / 10

/** The ticks that decided an order as a line over time, with where it entered and where it ended. */
export function stripOf(
  ticks: readonly ReceiptTick[],
  entrySequence: number | null,
  exitSequence: number | null,
): Strip | undefined {
  const step = Math.max(1, Math.ceil(ticks.length / POINTS_MAX))
  const kept = ticks.filter(
    ({ sequence }, index) => index % step === 0 || sequence === entrySequence || sequence === exitSequence,
  )
  const [first, last] = [kept[0], kept[kept.length - 1]]
  if (!first || !last || kept.length < 2) return undefined
  const prices = kept.map((tick) => Number(tick.price))
  const low = Math.min(...prices)
  const height = Math.max(...prices) - low
  const width = Math.max(1, last.at - first.at)
  const place = (tick: ReceiptTick): StripPoint => ({
    x: short(PADDING + ((tick.at - first.at) / width) * (100 - 2 * PADDING)),
    y: short(height > 0 ? 100 - PADDING - ((Number(tick.price) - low) / height) * (100 - 2 * PADDING) : 50),
  })
  const at = (sequence: number | null) => {
    const tick = kept.find((known) => known.sequence === sequence)
    return tick && place(tick)
  }
  const points = kept.map(place)
  const path = `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`
  return { path, points, entry: at(entrySequence), exit: at(exitSequence) }
}
