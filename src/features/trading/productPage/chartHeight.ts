import { useWide } from '../../../platform/useWide'
import { useWindowHeight } from '../../../platform/useWindowHeight'

/** Everything on the page but the chart, in CSS pixels: head, figures, intervals, and the bar with the two buttons. */
const REST_OF_PAGE = 436
/** The same next to the ticket, if there is no bar below. */
const REST_BESIDE_TICKET = 252
/** The first of the own orders, which is below the chart. */
const ORDER_ROOM = 96
const HEIGHT_LEAST = 220
/** Taller than this, candles are drawn out of proportion. */
const HEIGHT_MAX = 640
const HEIGHT_MAX_WIDE = 900
/** Title and intervals of the chart that has the whole window. */
const REST_OF_FULL = 108
/** Least height, on a phone held sideways. */
const HEIGHT_MIN_WIDE = 200

/** The chart's height: on a phone what the page and own orders leave; next to a ticket the full height. */
export function useChartHeight(hasOrders: boolean, full: boolean): number {
  const windowHeight = useWindowHeight()
  const isWide = useWide('two')
  if (full) return Math.max(HEIGHT_MIN_WIDE, windowHeight - REST_OF_FULL)
  if (isWide) return Math.max(HEIGHT_MIN_WIDE, Math.min(windowHeight - REST_BESIDE_TICKET, HEIGHT_MAX_WIDE))
  const room = windowHeight - REST_OF_PAGE - (hasOrders ? ORDER_ROOM : 0)
  return Math.max(HEIGHT_LEAST, Math.min(room, HEIGHT_MAX))
}
