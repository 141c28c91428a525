import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { SavingsEarning } from '../../../contract/savings'
import { Amount } from '../../connected/Amount'
import { useT } from '../../i18n'
import { useDayFormat } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { useStores } from '../../stores/StoresContext'
import { Basis } from './Basis'
import './SavingsRow.scss'

/**
 * "0.40000000" → "0.004": the carry, which is recorded in the currency's smallest unit, in the currency itself, without the
 * zeros that say nothing.
 */
export const carryText = (carry: string, scale: number): string =>
  carry.replace(/^0\./, `0.${'0'.repeat(scale)}`).replace(/\.?0+$/, '') || '0'

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
  const { code, scale } = useStores().session.appInfo?.currency ?? { code: '', scale: 2 }
  const { day, share, perTenThousand, amount, carryBefore, carryAfter } = earning
  const [before, after] = [carryBefore, carryAfter].map((carry) => format.number(carryText(carry, scale)))
  const carry = `${before} → ${after} ${code}`.trim()
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
