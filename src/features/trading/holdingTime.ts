import type { Order } from '../../../contract/orders'
import { formatCountdown } from '../../domain/time'

/** How long the amount was in a closed order, e.g. "0:31". */
export const holdingTime = ({ acceptedAt, closedAt }: Pick<Order, 'acceptedAt' | 'closedAt'>): string =>
  closedAt === null ? '–' : formatCountdown(Date.parse(closedAt) - Date.parse(acceptedAt))
