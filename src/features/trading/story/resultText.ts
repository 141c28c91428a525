import type { Order } from '../../../../contract/orders'
import type { T } from '../../../i18n/keys'

/** What an end means for the balance: `amount` is what was lost, or what came back. */
export const resultText = (status: Order['status'], amount: string, t: T): string =>
  t(status === 'lost' ? 'orders.settled.lost' : 'orders.settled.back', { amount })
