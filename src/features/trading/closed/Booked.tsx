import { Banner } from '../../../components/Banner'
import { Fact } from '../../../components/Fact'
import { Amount, useShownAmount } from '../../../connected/Amount'
import { type Booking, isBooked } from '../../../domain/proof/booking'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'

interface BookedProps {
  /** Undefined if the service did not say. */
  booking: Booking | undefined
}

/** The entry of the capital record by which a verified result reached the balance. */
export function BookedFact({ booking }: BookedProps) {
  const t = useT()
  const format = useFormat()
  if (!booking?.entry || !isBooked(booking)) return null
  const { id, amount } = booking.entry
  return (
    <Fact label={t(amount.startsWith('-') ? 'orders.booked.taken' : 'orders.booked.paid')}>
      <Amount text={format.signed(amount)} say={(shown) => t('orders.booked.entry', { amount: shown, entry: id })} />
    </Fact>
  )
}

/** Says that a verified result is not what the balance got. */
export function BookedNote({ booking }: BookedProps) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  if (!booking || isBooked(booking)) return null
  const [due = '', booked = ''] = [booking.due, booking.booked].map((amount) => shown(format.signed(amount)))
  return <Banner text={t('orders.booked.different', { due, booked })} />
}
