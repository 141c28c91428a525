import type { Order } from '../../../contract/orders'

/** A result that comes later than this after its order's end is told to be late. */
const LATE_AFTER_S = 60

/** How late an order was settled, in seconds after its end; undefined if it was in time. The result is the same. */
export function settledLateBy({ expiresAt, closedAt }: Pick<Order, 'expiresAt' | 'closedAt'>): number | undefined {
  if (expiresAt === null || closedAt === null) return undefined
  const seconds = (Date.parse(closedAt) - Date.parse(expiresAt)) / 1_000
  return seconds > LATE_AFTER_S ? seconds : undefined
}
