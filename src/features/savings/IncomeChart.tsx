import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useCallback, useMemo, useState } from 'react'
import type { IncomeDay, Savings } from '../../../contract/savings'
import { savingsDay } from '../../../contract/savingsDates'
import { Card } from '../../components/Card'
import { CHART_COLORS } from '../../components/chart/colors'
import { LineChart } from '../../components/chart/LineChart'
import type { LinePoint } from '../../components/chart/lineRenderer'
import { EmptyState } from '../../components/EmptyState'
import { Segmented } from '../../components/Segmented'
import { Skeleton } from '../../components/Skeleton'
import { Loaded } from '../../connected/Loaded'
import { useReload } from '../../connected/useReload'
import { axisPriceText } from '../../domain/price'
import { useT } from '../../i18n'
import { useDayFormat } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import type { IncomeRange } from '../../stores/SavingsStore'
import { useLate, useStores } from '../../stores/StoresContext'
import './IncomeChart.scss'

const CHART_HEIGHT = 148
const RANGES: readonly IncomeRange[] = ['7', '30', '90']

/** The recent earnings of the fund: income per 10,000 or the 7-day rate, over 7, 30 or 90 days. */
export const IncomeChart = observer(function IncomeChart({ figures }: { figures: Savings }) {
  const t = useT()
  const { savings } = useLate()
  const [range, setRange] = useState<IncomeRange>('7')
  const [measure, setMeasure] = useState<Measure>('income')
  useReload(() => savings.incomes.of(range).refresh(), { topics: ['savings'], on: [range, figures.incomeDay ?? ''] })
  return (
    <View className="income">
      <View className="row income__head">
        <Text className="t16 strong" ariaRole="heading" aria-level={2}>
          {t(measure === 'income' ? 'savings.perTenThousand' : 'savings.rate')}
        </Text>
        <Latest figures={figures} measure={measure} />
      </View>
      <Card>
        <Segmented
          label={t('savings.measure.label')}
          value={measure}
          onChange={setMeasure}
          options={[
            { value: 'income', label: t('savings.measure.income') },
            { value: 'rate', label: t('savings.measure.rate') },
          ]}
        />
        <View className="income__chart">
          <ChartState range={range} measure={measure} />
        </View>
        <Segmented
          label={t('savings.range.label')}
          value={range}
          onChange={setRange}
          options={RANGES.map((value) => ({ value, label: t('savings.range.days', { count: Number(value) }) }))}
        />
      </Card>
    </View>
  )
})

/** The newest figure, with its day if that is not today. */
const Latest = observer(function Latest({ figures, measure }: { figures: Savings; measure: Measure }) {
  const t = useT()
  const format = useFormat()
  const days = useDayFormat()
  const { connection } = useStores()
  const { perTenThousand, rate, incomeDay } = figures
  const recorded = measure === 'income' ? perTenThousand : rate
  if (recorded === null || incomeDay === null) return null
  const value = measure === 'income' ? format.number(recorded) : format.percentText(recorded)
  const isToday = incomeDay === savingsDay(connection.serverNow())
  return (
    <Text className="muted t13 num">
      {isToday ? t('savings.todayFigure', { value }) : t('savings.dayFigure', { value, day: days.short(incomeDay) })}
    </Text>
  )
})

const ChartState = observer(function ChartState({ range, measure }: { range: IncomeRange; measure: Measure }) {
  const t = useT()
  const { savings } = useLate()
  return (
    <Loaded from={savings.incomes.of(range)} loading={<Skeleton shape="block" className="income__room" />}>
      {(days) =>
        days.length === 0 ? (
          <EmptyState icon="savings" title={t('content.noData')} text={t('savings.noIncome')} />
        ) : (
          <Line days={days} measure={measure} />
        )
      }
    </Loaded>
  )
})

const Line = observer(function Line({ days, measure }: { days: readonly IncomeDay[]; measure: Measure }) {
  const t = useT()
  const format = useFormat()
  const dayFormat = useDayFormat()
  const { preferences } = useStores()
  const textOf = useCallback(
    (recorded: string) => (measure === 'income' ? format.number(recorded) : format.percentText(recorded)),
    [format, measure],
  )
  const axisText = useCallback((value: number) => textOf(axisPriceText(value, DECIMALS[measure])), [textOf, measure])
  const points = useMemo(() => pointsOf(days, measure, dayFormat.short, textOf), [days, measure, dayFormat, textOf])
  const extremes = extremesOf(days, measure)
  const label = t('savings.chartLabel', {
    name: t(measure === 'income' ? 'savings.perTenThousand' : 'savings.rate'),
    from: dayFormat.full(days[0]?.day ?? ''),
    to: dayFormat.full(days[days.length - 1]?.day ?? ''),
    low: textOf(extremes?.low ?? ''),
    high: textOf(extremes?.high ?? ''),
  })
  return (
    <LineChart
      points={points}
      label={label}
      colors={CHART_COLORS[preferences.scheme]}
      step={10 ** -DECIMALS[measure]}
      axisText={axisText}
      height={CHART_HEIGHT}
    />
  )
})

/** The figure that the chart shows: income per 10,000 of share, or the 7-day annualized rate. */
type Measure = 'income' | 'rate'

/** Decimals of a measure, as the server records it. */
const DECIMALS: Record<Measure, number> = { income: 4, rate: 3 }

const recordedOf = (day: IncomeDay, measure: Measure): string => (measure === 'income' ? day.perTenThousand : day.rate)

/** The points of the chart, oldest first. */
function pointsOf(
  days: readonly IncomeDay[],
  measure: Measure,
  labelOf: (day: string) => string,
  textOf: (recorded: string) => string,
): LinePoint[] {
  return days.map((day) => {
    const recorded = recordedOf(day, measure)
    return { label: labelOf(day.day), value: Number(recorded), text: textOf(recorded) }
  })
}

/** Lowest and highest of a measure as recorded; undefined without days. */
function extremesOf(days: readonly IncomeDay[], measure: Measure): { low: string; high: string } | undefined {
  const recorded = days.map((day) => recordedOf(day, measure)).sort((a, b) => Number(a) - Number(b))
  const [low] = recorded
  const high = recorded[recorded.length - 1]
  return low === undefined || high === undefined ? undefined : { low, high }
}
