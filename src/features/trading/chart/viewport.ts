/**
 * Which part of the series is on screen. Bars have one width and are side by side, regardless of the time between them.
 * Everything is counted from the newest bar, so that older pages can arrive without moving the picture.
 */
export interface Viewport {
  /** Bars in the series. */
  readonly count: number
  /** Width of the plot, in CSS pixels. */
  readonly width: number
  /** Width of one bar with its gap, in CSS pixels. */
  readonly barWidth: number
  /** Bars hidden behind the right edge; negative: empty bars between the newest one and the edge. */
  readonly offset: number
  /** Empty bars that are kept after the newest one, in CSS pixels. */
  readonly marginRight: number
}

export const BAR_WIDTH_MIN = 1.5
export const BAR_WIDTH_MAX = 40
/** Some 36 bars fit next to the scale on a phone. */
export const BAR_WIDTH_DEFAULT = 8
/** However far the user pans, this many bars stay in sight. */
const BARS_KEPT = 8

/** A viewport on the newest bars. */
export function createViewport(count: number, width: number, marginRight: number): Viewport {
  return latest({ count, width, barWidth: BAR_WIDTH_DEFAULT, offset: 0, marginRight })
}

function restOffset(viewport: Viewport): number {
  return -viewport.marginRight / viewport.barWidth
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

function clamped(viewport: Viewport): Viewport {
  const least = restOffset(viewport)
  const inSight = Math.min(BARS_KEPT, viewport.count, viewport.width / viewport.barWidth)
  const offset = between(least, viewport.offset, Math.max(least, viewport.count - inSight))
  return offset === viewport.offset ? viewport : { ...viewport, offset }
}

/** Back to the newest bar. */
export function latest(viewport: Viewport): Viewport {
  return { ...viewport, offset: restOffset(viewport) }
}

/** At the first bars of the series. */
export function oldest(viewport: Viewport): Viewport {
  return clamped({ ...viewport, offset: viewport.count - viewport.width / viewport.barWidth })
}

/** The viewport moved no further than it takes to see bar `index` whole. */
export function reveal(viewport: Viewport, index: number): Viewport {
  const half = viewport.barWidth / 2
  const x = xOf(viewport, index)
  if (x - half < 0) return pan(viewport, half - x)
  return x + half > viewport.width ? pan(viewport, viewport.width - half - x) : viewport
}

/** Whether the newest bar is in sight, so that new ones should push the picture along. */
export function followsLatest(viewport: Viewport): boolean {
  return viewport.offset <= 0
}

/** Moves the picture by `dx` CSS pixels: to the right, into the past, when positive. */
export function pan(viewport: Viewport, dx: number): Viewport {
  return clamped({ ...viewport, offset: viewport.offset + dx / viewport.barWidth })
}

/** Makes bars wider by `factor`, and keeps the bar at `anchorX` in its place. */
export function zoom(viewport: Viewport, factor: number, anchorX: number): Viewport {
  if (!(factor > 0)) return viewport
  const barWidth = between(BAR_WIDTH_MIN, viewport.barWidth * factor, BAR_WIDTH_MAX)
  const barsRightOfAnchor = (viewport.width - anchorX) / viewport.barWidth + viewport.offset
  // While the newest bar is in its resting place it stays there, as a user who watches the price expects.
  const isResting = viewport.offset <= restOffset(viewport)
  const offset = barsRightOfAnchor - (viewport.width - anchorX) / barWidth
  const zoomed = { ...viewport, barWidth, offset }
  return isResting ? latest(zoomed) : clamped(zoomed)
}

export function resize(viewport: Viewport, width: number, marginRight: number): Viewport {
  const isResting = viewport.offset <= restOffset(viewport)
  const resized = { ...viewport, width, marginRight }
  return isResting ? latest(resized) : clamped(resized)
}

/**
 * The series now has `count` bars, of which `added` are new at the end. A user who looks at the past keeps the same
 * bars in sight.
 */
export function withCount(viewport: Viewport, count: number, added: number): Viewport {
  const offset = followsLatest(viewport) ? viewport.offset : viewport.offset + added
  return clamped({ ...viewport, count, offset })
}

/** The middle of bar `index`, in CSS pixels from the left; also for indexes between bars and beyond the series. */
export function xOf(viewport: Viewport, index: number): number {
  return viewport.width - (viewport.count - index - viewport.offset - 0.5) * viewport.barWidth
}

/** The bar nearest to `x`, always one of the series; -1 while it is empty. */
export function indexAt(viewport: Viewport, x: number): number {
  const index = Math.round(viewport.count - viewport.offset - 0.5 - (viewport.width - x) / viewport.barWidth)
  return Math.min(viewport.count - 1, Math.max(0, index))
}

/** Indexes of the bars in sight, also of those that are cut by an edge; `to` is exclusive. */
export function visibleRange(viewport: Viewport): { from: number; to: number } {
  const end = viewport.count - viewport.offset
  const from = Math.floor(end - viewport.width / viewport.barWidth)
  return { from: between(0, from, viewport.count), to: between(0, Math.ceil(end), viewport.count) }
}
