import { Text, View } from '@tarojs/components'
import type { CSSProperties } from 'react'
import type { HitRate } from '../../../../contract/results'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import type { Format } from '../../../i18n/numbers'
import { scaleOf } from './figures'
import './HitRateBar.scss'

export const wholePercent = (basisPoints: number, format: Format): string =>
  format.percent(Math.round(basisPoints / 100) * 100, 0)

/** The share of right bets on a scale with the interval that chance leaves and the mark of the break-even rate. */
export function HitRateBar({ rate }: { rate: HitRate }) {
  const t = useT()
  const format = useFormat()
  const percent = (basisPoints: number) => wholePercent(basisPoints, format)
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
