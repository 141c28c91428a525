import { useWide } from '../../../platform/useWide'
import { useWindowHeight } from '../../../platform/useWindowHeight'

/** Everything above the chart, in CSS pixels: head, figures, and intervals. */
const ABOVE = 207
/** The bar with the two buttons, and the row of own orders in it, until their height is known. */
const BAR = 161
const ORDER_ROOM = 77
const NOTICE_ROOM = 72
/** The same next to the ticket, if there is no bar below. */
const REST_BESIDE_TICKET = 252
const HEIGHT_LEAST = 220
/** Taller than this, candles are drawn out of proportion. */
const HEIGHT_MAX = 640
const HEIGHT_MAX_WIDE = 900
/** Notice, title and intervals of the chart that has the whole window, and the two buttons below it. */
const REST_OF_FULL = 132
const FULL_BUTTONS = 60
/** Least height, on a phone held sideways. */
const HEIGHT_MIN_WIDE = 200

/** The rest of a phone's page: the height of the bar if it is known, and whether own orders are in it. */
export interface AroundChart {
  hasOrders: boolean
  bar?: number | undefined
  /** Changes of the product are announced above it. */
  hasNotice?: boolean
}

/** The chart's height: on a phone what the page and the bar leave; next to a ticket the full height. */
export function useChartHeight({ hasOrders, bar, hasNotice }: AroundChart, full?: 'alone' | 'withButtons'): number {
  const windowHeight = useWindowHeight()
  const isWide = useWide('two')
  if (full) return Math.max(HEIGHT_MIN_WIDE, windowHeight - REST_OF_FULL - (full === 'withButtons' ? FULL_BUTTONS : 0))
  if (isWide) return Math.max(HEIGHT_MIN_WIDE, Math.min(windowHeight - REST_BESIDE_TICKET, HEIGHT_MAX_WIDE))
  const room = windowHeight - ABOVE - (bar ?? BAR + (hasOrders ? ORDER_ROOM : 0)) - (hasNotice ? NOTICE_ROOM : 0)
  return Math.max(HEIGHT_LEAST, Math.min(room, HEIGHT_MAX))
}
