import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Savings } from '../../../contract/savings'
import { Card } from '../../components/Card'
import { Amount } from '../../connected/Amount'
import { HideBalances } from '../../connected/HideBalances'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import './SavingsHero.scss'

/** The savings, and the part that earns. */
export const SavingsHero = observer(function SavingsHero({ figures }: { figures: Savings }) {
  const t = useT()
  const format = useFormat()
  return (
    <Card kind="hero">
      <View className="card__head row">
        <Text className="savings-hero__key block t13">{t('savings.total')}</Text>
        <HideBalances />
      </View>
      <Amount className="card__total num" text={format.number(figures.total)} />
      <View className="savings-hero__shares wraps gap-12">
        <Share label={t('savings.confirmed')} amount={format.number(figures.confirmed)} />
        <Share label={t('savings.pending')} amount={format.number(figures.pending)} />
      </View>
    </Card>
  )
})

function Share({ label, amount }: { label: string; amount: string }) {
  return (
    <View>
      <Text className="savings-hero__key block t13">{label}</Text>
      <Amount className="savings-hero__share num" text={amount} />
    </View>
  )
}
