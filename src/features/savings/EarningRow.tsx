import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { SavingsEarning } from '../../../contract/savings'
import { Amount } from '../../connected/Amount'
import { useT } from '../../i18n'
import { useDayFormat } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { Basis } from './Basis'
import './SavingsRow.scss'

/** "0.40000000" → "0.4": the carry as recorded, without the zeros that say nothing. */
export const carryText = (carry: string): string => carry.replace(/\.?0+$/, '') || '0'

/** How a day's earnings come about (PRODUCT.md 14.3). */
export function EarningsNote() {
  const t = useT()
  return <Text className="muted t13">{t('savings.earningsNote')}</Text>
}

/** One day's earnings, with the share, the income and the carry that it was computed from. */
export const EarningRow = observer(function EarningRow({ earning }: { earning: SavingsEarning }) {
  const t = useT()
  const format = useFormat()
  const days = useDayFormat()
  const { day, share, perTenThousand, amount, carryBefore, carryAfter } = earning
  const carry = `${format.number(carryText(carryBefore))} → ${format.number(carryText(carryAfter))}`
  return (
    <View className="savings-row">
      <View className="savings-row__line">
        <Text className="savings-row__title strong num">{days.full(day)}</Text>
        <Amount className="strong t16 num" text={format.signed(amount)} />
      </View>
      <Basis
        facts={[
          { label: t('savings.confirmed'), value: <Amount text={format.number(share)} /> },
          { label: t('savings.measure.income'), value: <Text>{format.number(perTenThousand)}</Text> },
          { label: t('savings.carry'), value: <Amount text={carry} /> },
        ]}
      />
    </View>
  )
})
