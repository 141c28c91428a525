import type { Order } from '../../../contract/orders'
import { formatCountdown } from '../../domain/time'

const SECOND_MS = 1_000

/**
 * How long an order ran, from its entry to its end, e.g. "0:30"; of one under way, until `now` (PRODUCT.md 10.3). An order
 * without an entry never ran.
 */
export function holdingTime({ entryAt, expiresAt }: Pick<Order, 'entryAt' | 'expiresAt'>, now?: number): string {
  if (entryAt === null || expiresAt === null) return '–'
  const end = Math.min(now ?? Number.POSITIVE_INFINITY, Date.parse(expiresAt))
  return formatCountdown(Math.floor((end - Date.parse(entryAt)) / SECOND_MS) * SECOND_MS)
}
