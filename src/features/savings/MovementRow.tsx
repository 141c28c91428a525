import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { SavingsMovement } from '../../../contract/savings'
import { Tag } from '../../components/Tag'
import { Amount } from '../../connected/Amount'
import { useT } from '../../i18n'
import { showDateTime, useDayFormat } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { useStores } from '../../stores/StoresContext'
import { Basis } from './Basis'
import './SavingsRow.scss'

/** One deposit or transfer out; a deposit also shows its dates. */
export const MovementRow = observer(function MovementRow({ movement }: { movement: SavingsMovement }) {
  const t = useT()
  const format = useFormat()
  const days = useDayFormat()
  const { preferences } = useStores()
  const { kind, amount, status, tradeDay, confirmedOn, firstEarningsShownOn } = movement
  const isDeposit = kind === 'deposit'
  const facts = [
    { label: t('savings.tradeDay'), day: tradeDay },
    { label: t('savings.confirmedOn'), day: confirmedOn },
    { label: t('savings.firstEarningsShort'), day: firstEarningsShownOn },
  ].flatMap(({ label, day }) => (day === null ? [] : [{ label, value: <Text>{days.short(day)}</Text> }]))
  return (
    <View className="savings-row">
      <View className="savings-row__line">
        <Text className="savings-row__title strong">{t(`savings.movement.${kind}`)}</Text>
        <Amount className="strong t16 num" text={format.signed(isDeposit ? amount : `-${amount}`)} />
      </View>
      <View className="savings-row__line">
        <Text className="muted t12 num">{showDateTime(movement.createdAt, preferences.timeZone)}</Text>
        {isDeposit ? <Tag tone={status === 'pending' ? 'warn' : 'brand'}>{t(`savings.status.${status}`)}</Tag> : null}
      </View>
      {facts.length > 0 ? <Basis facts={facts} /> : null}
    </View>
  )
})
