import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Product } from '../../../../contract/market'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { useShownAmount } from '../../../connected/Amount'
import { AmountField } from '../../../connected/AmountField'
import { MoneyPicks } from '../../../connected/MoneyField'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { openPage } from '../../../platform/navigation'
import { useStores } from '../../../stores/StoresContext'
import './StakeField.scss'
import { mostOf, type TicketAction, type TicketForm } from './ticketForm'

export interface StakeFieldProps {
  product: Product
  form: TicketForm
  onAction: (action: TicketAction) => void
  onConfirm: () => void
  error: string | undefined
}

/** The amount of an order as one large figure, with a step less and more, and the usual amounts and shares below. */
export const StakeField = observer(function StakeField({ product, form, onAction, onConfirm, error }: StakeFieldProps) {
  const t = useT()
  const { account, session } = useStores()
  const available = session.isLoggedIn ? account.balance?.available : undefined
  const { scale } = session
  return (
    <View className={error === undefined ? 'stake' : 'stake stake--wrong'}>
      <View className="stake__row">
        <IconButton icon="minus" label={t('trade.less')} onClick={() => onAction({ type: 'step', up: false })} />
        <AmountField
          className="stake__field"
          hideLabel
          label={t('trade.amount')}
          placeholder={t('common.anotherAmount')}
          unit={session.appInfo?.currency.code}
          value={form.stakeText}
          onChange={(text) => onAction({ type: 'typed', text })}
          onBlur={() => onAction({ type: 'left' })}
          onConfirm={onConfirm}
          error={error}
        />
        <IconButton icon="plus" label={t('trade.more')} onClick={() => onAction({ type: 'step', up: true })} />
      </View>
      <Available amount={available} />
      <MoneyPicks
        value={form.stakeText}
        presets={product.stakePresets}
        most={available === undefined ? undefined : mostOf(product, available, scale)}
        onPick={(amount) => onAction({ type: 'pick', amount })}
      />
    </View>
  )
})

/** The currency, the amount that can be staked, and a link to deposit. */
const Available = observer(function Available({ amount }: { amount: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const { session } = useStores()
  const shown = useShownAmount()
  const code = session.appInfo?.currency.code
  if (amount === undefined) return code ? <Text className="stake__available muted t13">{code}</Text> : null
  return (
    <View className="stake__available t13 num">
      <Text className="muted">
        {[code, t('common.available', { amount: shown(format.number(amount)) })].filter(Boolean).join(' · ')}
      </Text>
      <Button tone="plain" size="medium" block={false} onClick={() => openPage('/pages/deposit/deposit')}>
        {t('trade.deposit')}
      </Button>
    </View>
  )
})
