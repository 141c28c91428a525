import type { Order } from '../../../../contract/orders'
import type { T } from '../../../i18n/keys'

/** The effect of an end on the balance: `amount` is what was lost, or what came back. */
export const resultText = (status: Order['status'], amount: string, t: T): string =>
  t(status === 'lost' ? 'orders.settled.lost' : 'orders.settled.back', { amount })
