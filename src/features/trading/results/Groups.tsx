import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { CSSProperties, ReactNode } from 'react'
import type { ResultSums, Results } from '../../../../contract/results'
import { wilson } from '../../../../contract/wilson'
import { Card } from '../../../components/Card'
import { Amount } from '../../../connected/Amount'
import { SymbolIcon } from '../../../connected/SymbolIcon'
import { moveOf } from '../../../domain/price'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { useStores } from '../../../stores/StoresContext'
import { durationText } from '../words'
import { betsOf } from './figures'
import { PlotTable } from './PlotTable'

/** Results of each product, those with most orders first. */
export const ByProduct = observer(function ByProduct({ products }: Pick<Results, 'products'>) {
  const t = useT()
  const { market } = useStores()
  const groups = products.map((sums) => ({ ...sums, key: sums.symbol, name: market.nameOf(sums.symbol) }))
  return (
    <Card className="results__card">
      <Head title={t('results.byProduct')} />
      {groups.map((group) => (
        <Row key={group.key} name={group.name} sums={group} icon={<SymbolIcon symbol={group.symbol} />} />
      ))}
      <PlotTable file="products" head={t('wallet.statement.product')} groups={groups} />
    </Card>
  )
})

/** Results of each duration, the shortest first. */
export function ByDuration({ durations }: Pick<Results, 'durations'>) {
  const t = useT()
  const groups = durations.map((sums) => ({
    ...sums,
    key: String(sums.durationSeconds),
    name: durationText(sums.durationSeconds, t),
  }))
  return (
    <Card className="results__card">
      <Head title={t('results.byDuration')} />
      {groups.map((group) => (
        <Row key={group.key} name={group.name} sums={group} />
      ))}
      <PlotTable file="durations" head={t('results.duration')} groups={groups} />
    </Card>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Net result of the orders placed in each hour of the day, as columns above and below zero. */
export function ByHour({ hours }: Pick<Results, 'hours'>) {
  const t = useT()
  const most = Math.max(...hours.map(({ net }) => Math.abs(Number(net))), 1)
  const netOf = (hour: number) => Number(hours.find((sums) => sums.hour === hour)?.net ?? 0)
  const heightOf = (hour: number) => ({ '--share': Math.abs(netOf(hour)) / most }) as CSSProperties
  return (
    <Card className="results__card">
      <Text className="t16 strong" ariaRole="heading" aria-level={2}>
        {t('results.byHour')}
      </Text>
      <View className="hours" aria-hidden>
        {HOURS.map((hour) => (
          <View key={hour} className={`hours__hour hours__hour--${moveOf(netOf(hour))}`} style={heightOf(hour)} />
        ))}
      </View>
      <View className="hit-rate__scale muted t12 num" aria-hidden>
        {[0, 6, 12, 18, 23].map((hour) => (
          <Text key={hour}>{hourText(hour)}</Text>
        ))}
      </View>
      <PlotTable
        file="hours"
        head={t('results.hour')}
        groups={hours.map((sums) => ({ ...sums, key: String(sums.hour), name: hourText(sums.hour) }))}
      />
    </Card>
  )
}

function Head({ title }: { title: string }) {
  const t = useT()
  return (
    <View className="row results__head">
      <Text className="t16 strong" ariaRole="heading" aria-level={2}>
        {title}
      </Text>
      <Text className="muted t12">{t('results.line')}</Text>
    </View>
  )
}

interface RowProps {
  name: string
  sums: ResultSums
  icon?: ReactNode
}

/** Where a group's rate, what chance leaves of it, and its break-even rate are on the track from 0 to 100 %. */
function placesOf(sums: ResultSums): CSSProperties {
  const bets = betsOf(sums)
  const { lowBp, highBp } = wilson(sums.won, bets)
  return {
    '--rate': `${(sums.won / bets) * 100}%`,
    '--low': `${lowBp / 100}%`,
    '--high': `${highBp / 100}%`,
    '--needed': `${(sums.breakEvenBp ?? 0) / 100}%`,
  } as CSSProperties
}

/** How often a group was right, with what chance leaves of it and a mark where it would break even, and its net result. */
function Row({ name, sums, icon }: RowProps) {
  const t = useT()
  const format = useFormat()
  const bets = betsOf(sums)
  return (
    <View className="group-row">
      {icon}
      <View className="group-row__words column">
        <Text className="strong">{name}</Text>
        <Text className="muted t13 num">{t('results.of', { bets, won: sums.won })}</Text>
      </View>
      {bets > 0 ? (
        <View className="group-row__track" style={placesOf(sums)} aria-hidden>
          <View className="group-row__interval" />
          <View className="group-row__needed" />
          <View className="group-row__dot" />
        </View>
      ) : null}
      <Amount className="group-row__net strong num" move={moveOf(sums.net)} text={format.signed(sums.net)} />
    </View>
  )
}
