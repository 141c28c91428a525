import { Text, View } from '@tarojs/components'
import type { HitRate, ResultSums } from '../../../../contract/results'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { BETS_MIN, betsOf, verdictOf } from './figures'
import { HitRateBar, wholePercent } from './HitRateBar'

/** How often the user was right, next to how often it takes to lose nothing, and how far chance reaches. */
export function HitRateCard({ total, rate }: { total: ResultSums; rate: HitRate }) {
  const t = useT()
  const format = useFormat()
  const count = betsOf(total)
  const percent = (basisPoints: number) => wholePercent(basisPoints, format)
  const values = { orders: count, low: percent(rate.lowBp), high: percent(rate.highBp) }
  const isFew = count < BETS_MIN
  return (
    <View className="results__part stack gap-8">
      <Text className="t16 strong" ariaRole="heading" aria-level={2}>
        {t('results.right', { count, won: total.won })}
      </Text>
      {isFew ? null : <HitRateBar rate={rate} />}
      <Text className="results__sentence">
        {t('results.needed', { rate: percent(rate.earningsRateBp), needed: percent(rate.breakEvenBp) })}
      </Text>
      <Text className="results__sentence">
        {isFew ? t('results.few', { orders: BETS_MIN }) : t(`results.verdict.${verdictOf(rate)}`, values)}
      </Text>
      <Text className="muted t13">{t('results.noBets')}</Text>
    </View>
  )
}
