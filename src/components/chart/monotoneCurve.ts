export interface Place {
  x: number
  y: number
}

/** A path of cubic Bézier pieces through given places. */
export interface Curve {
  start: Place
  pieces: readonly { c1: Place; c2: Place; end: Place }[]
}

/**
 * A smooth curve through `places` (from left to right) that never leaves the range between two neighbours, so that it
 * shows no high and no low that the places do not have (Fritsch and Carlson, 1980).
 */
export function monotoneCurve(places: readonly Place[]): Curve {
  const slopes = tangents(places)
  const pieces = []
  for (let i = 1; i < places.length; i++) {
    const from = placeAt(places, i - 1)
    const end = placeAt(places, i)
    const third = (end.x - from.x) / 3
    const c1 = { x: from.x + third, y: from.y + third * (slopes[i - 1] ?? 0) }
    const c2 = { x: end.x - third, y: end.y - third * (slopes[i] ?? 0) }
    pieces.push({ c1, c2, end })
  }
  return { start: placeAt(places, 0), pieces }
}

const placeAt = (places: readonly Place[], index: number): Place => places[index] ?? { x: 0, y: 0 }

/** Slope of the curve at each place: none at a turning point, and never more than three times a neighbouring slope. */
function tangents(places: readonly Place[]): number[] {
  const secants = places.slice(1).map((to, i) => {
    const from = placeAt(places, i)
    return (to.y - from.y) / (to.x - from.x || 1)
  })
  return places.map((_, i) => {
    const before = secants[i - 1]
    const after = secants[i]
    if (before === undefined || after === undefined) return before ?? after ?? 0
    if (before * after <= 0) return 0
    const mean = (before + after) / 2
    const most = 3 * Math.min(Math.abs(before), Math.abs(after))
    return Math.sign(mean) * Math.min(Math.abs(mean), most)
  })
}
