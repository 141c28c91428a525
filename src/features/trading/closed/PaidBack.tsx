import type { Order } from '../../../../contract/orders'
import { Amount } from '../../../connected/Amount'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { factsOfOrder } from './storyFacts'

/** The amount that came back to the balance. Nothing for a loss: the figure and its word say that already. */
export function PaidBack({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  if (order.status === 'lost') return null
  return (
    <Amount
      className="muted t13 num"
      text={format.number(factsOfOrder(order).paid)}
      say={(amount) => t('orders.settled.back', { amount })}
    />
  )
}
