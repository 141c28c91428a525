import type { Order } from '../../../../contract/orders'
import { CountdownRing } from '../../../components/CountdownRing'
import { useServerNow } from '../../../connected/useServerNow'
import { formatCountdown } from '../../../domain/time'
import { useT } from '../../../i18n'
import { leftMsOf } from './orderOutcome'

/** The text changes once a second, soon after it should. */
const REDRAW_MS = 200

/** The countdown ring of an order, by the server's clock. It is full before the entry. */
export function OrderCountdown({ order }: { order: Order }) {
  const t = useT()
  const now = useServerNow(REDRAW_MS)
  const totalMs = order.durationSeconds * 1_000
  const leftMs = leftMsOf(order, now)
  const text = formatCountdown(leftMs ?? totalMs)
  return <CountdownRing totalMs={totalMs} leftMs={leftMs} text={text} label={t('orders.timeLeft', { time: text })} />
}
