/** The box that a sparkline is drawn into, in CSS pixels. */
export interface SparklineBox {
  width: number
  height: number
}

/** Kept free on all sides, so that the stroke is not cut. */
const PADDING = 2

/**
 * SVG path of a line through `points`, left to right, the lowest at the bottom. Equal points make a level line in the
 * middle; values that are no numbers are left out; fewer than two points make no line ('').
 */
export function sparklinePath(points: readonly (string | number)[], box: SparklineBox): string {
  const values = points.map(Number).filter(Number.isFinite)
  if (values.length < 2) return ''
  const low = Math.min(...values)
  const range = Math.max(...values) - low
  const stepX = (box.width - 2 * PADDING) / (values.length - 1)
  const innerHeight = box.height - 2 * PADDING
  const spots = values.map((value, i) => {
    const share = range > 0 ? (value - low) / range : 0.5
    return `${short(PADDING + i * stepX)} ${short(PADDING + (1 - share) * innerHeight)}`
  })
  return `M${spots.join('L')}`
}

/** One decimal is a tenth of a pixel. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}
