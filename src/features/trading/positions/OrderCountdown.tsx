import type { Order } from '../../../../contract/orders'
import { CountdownRing } from '../../../components/CountdownRing'
import { useServerNow } from '../../../connected/useServerNow'
import { formatCountdown } from '../../../domain/time'
import { useT } from '../../../i18n'
import { countdownOf } from './orderOutcome'

const REDRAW_MS = 200

/** The countdown ring of an order, by the server's clock. It is full before the entry. */
export function OrderCountdown({ order }: { order: Order }) {
  const t = useT()
  const now = useServerNow(REDRAW_MS)
  const countdown = countdownOf(order, now)
  const text = formatCountdown(countdown ? countdown.leftMs : order.durationSeconds * 1000)
  return <CountdownRing fraction={countdown?.fraction ?? 1} text={text} label={t('orders.timeLeft', { time: text })} />
}
