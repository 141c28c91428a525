import { View } from '@tarojs/components'
import type { Product } from '../../../../contract/market'
import { Chip } from '../../../components/Chip'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import './Durations.scss'
import { durationText } from '../words'
import type { TicketAction, TicketForm } from './ticketForm'

export interface DurationsProps {
  product: Product
  form: TicketForm
  onAction: (action: TicketAction) => void
}

/** The countdowns of a product, each with what it pays. */
export function Durations({ product, form, onAction }: DurationsProps) {
  const t = useT()
  const format = useFormat()
  return (
    <View className="durations" ariaRole="group" aria-label={t('trade.durationAndRate')}>
      {product.durations.map(({ seconds, earningsRateBp }) => (
        <Chip
          key={seconds}
          selected={seconds === form.durationSeconds}
          note={t('trade.pays', { rate: format.percent(earningsRateBp, 0) })}
          onClick={() => onAction({ type: 'duration', seconds })}
        >
          {durationText(seconds, t)}
        </Chip>
      ))}
    </View>
  )
}
