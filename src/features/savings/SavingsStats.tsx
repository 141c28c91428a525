import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { Savings } from '../../../contract/savings'
import { classNames } from '../../components/classNames'
import { Amount } from '../../connected/Amount'
import { moveOf } from '../../domain/price'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import './SavingsStats.scss'

/** Shown while a figure is not known, which is not the same as zero. */
const UNKNOWN = '–'

/** The earnings of savings, and their rate. */
export const SavingsStats = observer(function SavingsStats({ figures }: { figures: Savings }) {
  const t = useT()
  const format = useFormat()
  const { yesterdayEarnings, allEarnings, rate } = figures
  return (
    <View className="savings-stats">
      <Stat label={t('savings.yesterday')}>
        {yesterdayEarnings === null ? (
          <Text className="savings-stats__value">{UNKNOWN}</Text>
        ) : (
          <Amount
            className={classNames('savings-stats__value num', moveOf(yesterdayEarnings) === 'up' && 'up')}
            text={format.signed(yesterdayEarnings)}
          />
        )}
      </Stat>
      <Stat label={t('savings.allEarnings')}>
        <Amount className="savings-stats__value num" text={format.signed(allEarnings)} />
      </Stat>
      <Stat label={t('savings.rate')}>
        <Text className="savings-stats__value num">{rate === null ? UNKNOWN : format.percentText(rate)}</Text>
      </Stat>
    </View>
  )
})

function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <View className="savings-stats__one">
      {children}
      <Text className="block muted t12">{label}</Text>
    </View>
  )
}
