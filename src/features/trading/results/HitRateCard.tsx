import { Text, View } from '@tarojs/components'
import type { CSSProperties } from 'react'
import type { HitRate, ResultSums } from '../../../../contract/results'
import { Card } from '../../../components/Card'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { BETS_MIN, betsOf, scaleOf, verdictOf } from './figures'

/** How often the user was right, next to how often it takes to lose nothing, and how far chance reaches. */
export function HitRateCard({ total, rate }: { total: ResultSums; rate: HitRate }) {
  const t = useT()
  const format = useFormat()
  const count = betsOf(total)
  const percent = (basisPoints: number) => format.percent(Math.round(basisPoints / 100) * 100, 0)
  const values = { orders: count, low: percent(rate.lowBp), high: percent(rate.highBp) }
  const isFew = count < BETS_MIN
  return (
    <Card className="results__card">
      <Text className="t16 strong" ariaRole="heading" aria-level={2}>
        {t('results.right', { count, won: total.won })}
      </Text>
      {isFew ? null : <Bar rate={rate} percent={percent} />}
      <Text className="results__sentence">
        {t('results.needed', { rate: percent(rate.earningsRateBp), needed: percent(rate.breakEvenBp) })}
      </Text>
      <Text className="results__sentence">
        {isFew ? t('results.few', { orders: BETS_MIN }) : t(`results.verdict.${verdictOf(rate)}`, values)}
      </Text>
      <Text className="muted t13">{t('results.noBets')}</Text>
    </Card>
  )
}

function Bar({ rate, percent }: { rate: HitRate; percent: (basisPoints: number) => string }) {
  const t = useT()
  const { fromBp, toBp } = scaleOf(rate)
  const at = (basisPoints: number) => `${(((basisPoints - fromBp) / (toBp - fromBp)) * 100).toFixed(2)}%`
  const style = {
    '--rate': at(rate.rateBp),
    '--low': at(rate.lowBp),
    '--high': at(rate.highBp),
    '--needed': at(rate.breakEvenBp),
  } as CSSProperties
  const needed = t('results.breakEven', { rate: percent(rate.breakEvenBp) })
  return (
    <View
      className="hit-rate num"
      style={style}
      ariaRole="img"
      aria-label={`${percent(rate.rateBp)}, ${needed}, ${percent(rate.lowBp)} – ${percent(rate.highBp)}`}
    >
      <View className="hit-rate__track">
        <View className="hit-rate__interval" />
        <View className="hit-rate__needed" />
        <View className="hit-rate__dot" />
        <Text className="hit-rate__value">{percent(rate.rateBp)}</Text>
      </View>
      <View className="hit-rate__scale muted t12">
        <Text>{percent(fromBp)}</Text>
        <Text>{needed}</Text>
        <Text>{percent(toBp)}</Text>
      </View>
    </View>
  )
}
