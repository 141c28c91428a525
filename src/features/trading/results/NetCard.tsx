import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useCallback, useMemo } from 'react'
import { CLOSED_RESULTS } from '../../../../contract/limits'
import type { Results } from '../../../../contract/results'
import { CHART_COLORS } from '../../../components/chart/colors'
import { LineChart } from '../../../components/chart/LineChart'
import { Amount, useShownAmount } from '../../../connected/Amount'
import { moveOf } from '../../../domain/price'
import { useT } from '../../../i18n'
import { showDay, showShortDay, useDayFormat } from '../../../i18n/days'
import { useFormat } from '../../../i18n/format'
import { useStores } from '../../../stores/StoresContext'
import { chartColors } from '../chart/colors'
import { extremesOf, largestFallOf, pointsOf } from './figures'
import { PlotTable } from './PlotTable'

const CHART_HEIGHT = 176

/** The net result as a figure and a curve, and what it is made of. */
export const NetCard = observer(function NetCard({ results }: { results: Results }) {
  const t = useT()
  const format = useFormat()
  const days = useDayFormat()
  const { session } = useStores()
  const { total, bestDay, largestFall } = results
  const currency = session.appInfo?.currency.code ?? ''
  return (
    <View className="results__part stack gap-8">
      <Text className="muted t13" ariaRole="heading" aria-level={2}>
        {t('results.net', { currency })}
      </Text>
      <Amount className="results__net num" move={moveOf(total.net)} text={format.signed(total.net)} />
      <Curve curve={results.curve} />
      <View className="results__facts">
        <Figure label={t('wallet.statement.stakes')} text={format.number(total.staked)} />
        {/* Of a single day it would say the net result again. */}
        {bestDay && results.days.length > 1 ? (
          <Figure
            label={t('results.bestDay')}
            text={format.signed(bestDay.net)}
            move={moveOf(bestDay.net)}
            note={days.short(bestDay.day)}
          />
        ) : null}
        <Figure
          label={t('results.largestFall')}
          text={format.signed(`-${largestFall}`)}
          move={moveOf(`-${largestFall}`)}
        />
      </View>
      <View className="results__counts t13 num">
        {CLOSED_RESULTS.map((name) => (
          <View key={name} className="results__count">
            <Text className="muted">{t(`orders.status.${name}`)}</Text>
            <Text className="strong">{format.number(String(total[name]))}</Text>
          </View>
        ))}
      </View>
      <PlotTable
        file="days"
        head={t('results.day')}
        groups={results.days.map((day) => ({ ...day, name: days.full(day.day), key: day.day }))}
      />
    </View>
  )
})

interface FigureProps {
  label: string
  text: string
  move?: string
  note?: string
}

function Figure({ label, text, move = '', note }: FigureProps) {
  return (
    <View className="results__fact stack gap-2">
      <Text className="muted t12">{label}</Text>
      <Amount className="strong num" move={move} text={text} />
      {note ? <Text className="muted t12 num">{note}</Text> : null}
    </View>
  )
}

const Curve = observer(function Curve({ curve }: { curve: Results['curve'] }) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  const { preferences } = useStores()
  const { hideBalances, scheme, timeZone, upColor } = preferences
  const { low, high } = extremesOf(curve)
  // Axis and readout hide amounts like the rest of the page; the course of the curve stays.
  const points = useMemo(
    () => pointsOf(curve, (at) => showShortDay(at, timeZone), hideBalances ? () => '••••' : format.signed),
    [curve, timeZone, hideBalances, format],
  )
  const fall = useMemo(() => {
    const found = largestFallOf(points.map(({ value }) => value))
    return found && { ...found, color: chartColors(scheme, upColor).down }
  }, [points, scheme, upColor])
  const axisText = useCallback(
    (value: number) => (hideBalances ? '' : format.signed(String(value))),
    [hideBalances, format],
  )
  const label = t('results.curve', {
    from: showDay(curve[0]?.at ?? '', timeZone),
    to: showDay(curve[curve.length - 1]?.at ?? '', timeZone),
    low: shown(format.signed(low)),
    high: shown(format.signed(high)),
  })
  return (
    <View className="results__curve">
      <LineChart
        points={points}
        label={label}
        colors={CHART_COLORS[scheme]}
        step={1}
        axisText={axisText}
        height={CHART_HEIGHT}
        baseline={0}
        fall={fall}
      />
    </View>
  )
})
