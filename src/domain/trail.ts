/** A price as this device saw or loaded it. */
export interface TrailPoint {
  /** Server time, epoch ms. */
  at: number
  price: number
}

/** The last minutes of a product's price, of bounded length. */
export interface Trail {
  points: readonly TrailPoint[]
  /** Points nearer than this to the one before replace it. */
  everyMs: number
}

const POINTS_MAX = 240
const FIRST_EVERY_MS = 500

export const EMPTY_TRAIL: Trail = { points: [], everyMs: FIRST_EVERY_MS }

/** Adds a point; when full, every second one is dropped and the rest cover twice the time. Late ones are left out. */
export function addPoint({ points, everyMs }: Trail, point: TrailPoint): Trail {
  const before = points[points.length - 1]
  if (!Number.isFinite(point.price) || (before && point.at <= before.at)) return { points, everyMs }
  const kept = before && point.at - before.at < everyMs ? points.slice(0, -1) : points
  // The first point of a step keeps its place in time, or the steps would never end.
  const added = kept === points || !before ? point : { ...point, at: before.at }
  const next = [...kept, added]
  if (next.length <= POINTS_MAX) return { points: next, everyMs }
  return { points: next.filter((_, index) => index % 2 === 0), everyMs: everyMs * 2 }
}

/** A trail with the points loaded for the time before it and for its gaps. */
export function joinPoints({ points }: Trail, loaded: readonly TrailPoint[]): Trail {
  return [...points, ...loaded].sort((a, b) => a.at - b.at).reduce(addPoint, EMPTY_TRAIL)
}

export interface OrderLine {
  /** SVG path of the prices seen, in a box of `width` by `height`; '' before there are two. */
  prices: string
  /** SVG path of the entry level, over the whole contract. */
  entry: string
}

export interface OrderLineBox {
  width: number
  height: number
}

const PADDING = 2
/** A line that begins later is not the course of the order: the rest of it is being loaded. */
const LATE_MS = 5_000

/** The course of an order: the time of the contract from left to right, its entry price as a level. */
export function orderLineOf(
  trail: Trail,
  order: { entryPrice: number; entryAt: number; expiresAt: number },
  { width, height }: OrderLineBox,
): OrderLine {
  const { entryAt, expiresAt, entryPrice } = order
  const seen = trail.points.filter(({ at }) => at >= entryAt && at <= expiresAt)
  const prices = [entryPrice, ...seen.map(({ price }) => price)]
  const low = Math.min(...prices)
  const range = Math.max(...prices) - low
  const x = (at: number) => short(PADDING + ((at - entryAt) / Math.max(1, expiresAt - entryAt)) * (width - 2 * PADDING))
  const y = (price: number) =>
    short(range > 0 ? PADDING + (1 - (price - low) / range) * (height - 2 * PADDING) : height / 2)
  const isWhole = (seen[0]?.at ?? Number.POSITIVE_INFINITY) - entryAt < LATE_MS
  const line = seen.length < 2 || !isWhole ? '' : `M${seen.map(({ at, price }) => `${x(at)} ${y(price)}`).join('L')}`
  return { prices: line, entry: `M${x(entryAt)} ${y(entryPrice)}L${x(expiresAt)} ${y(entryPrice)}` }
}

const short = (value: number) => Math.round(value * 10) / 10
