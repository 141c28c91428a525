import { entrySecondAt } from '../../../../proof/entry'
import type { PricePoint } from '../../../stores/TicksStore'

/** Fewer prices say little about the next one. */
const LEAST = 30

/**
 * How far the price of an order's entry was, on average, from the newest one when it was asked for: of each of these prices,
 * oldest first, the first price of the second that an ask at its time has its entry of. Undefined if there are too few.
 */
export function averageGap(points: readonly PricePoint[]): number | undefined {
  let sum = 0
  let count = 0
  let next = 0
  for (const { at, price } of points) {
    while ((points[next]?.at ?? Number.POSITIVE_INFINITY) < entrySecondAt(at)) next += 1
    const entry = points[next]
    if (!entry) break
    sum += Math.abs(entry.price - price)
    count += 1
  }
  return count < LEAST ? undefined : sum / count
}
