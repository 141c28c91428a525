import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { CLOSED_RESULTS, type ClosedResult, RESULTS_PERIODS, type ResultsPeriod } from '../../../../contract/limits'
import type { HitRate, ResultSums, Results, ResultsQuery } from '../../../../contract/results'
import { Card } from '../../../components/Card'
import { EmptyState } from '../../../components/EmptyState'
import { ListRow } from '../../../components/ListRow'
import { Segmented } from '../../../components/Segmented'
import { Skeleton } from '../../../components/Skeleton'
import { useShownAmount } from '../../../connected/Amount'
import { FilterChip } from '../../../connected/FilterChip'
import { Loaded } from '../../../connected/Loaded'
import { useReload } from '../../../connected/useReload'
import { useT } from '../../../i18n'
import { showDateTime } from '../../../i18n/days'
import { useFormat } from '../../../i18n/format'
import { openPage } from '../../../platform/navigation'
import { chosenTimeZone } from '../../../platform/timeZone'
import { useLate, useStores } from '../../../stores/StoresContext'
import { durationText } from '../words'
import { BETS_MIN, betsOf, verdictOf } from './figures'
import { ByDuration, ByHour, ByProduct } from './Groups'
import { HitRateBar, wholePercent } from './HitRateBar'
import { NetCard } from './NetCard'
import { ShareResults } from './ShareResults'
import { VerifiedCard } from './VerifiedCard'
import './ResultsScreen.scss'

const PERIOD_NAMES = { '7': 'week', '30': 'month', '90': 'quarter', all: 'all' } as const

type Filter = Pick<ResultsQuery, 'symbol' | 'durationSeconds' | 'result'>

/** The result of the user's own closed orders: net result, hit rate, and its sources (PRODUCT.md 10.14). */
export const ResultsScreen = observer(function ResultsScreen() {
  const t = useT()
  const { account, accountLimits, market, ownResults, preferences } = useLate()
  const [period, setPeriod] = useState<ResultsPeriod>('7')
  const [filter, setFilter] = useState<Filter>({})
  const all = { period, timeZone: chosenTimeZone(preferences.timeZone) }
  const results = ownResults.of({ ...all, ...filter })
  const unfiltered = ownResults.of(all)
  const terms = [
    t(`wallet.record.period.${PERIOD_NAMES[period]}`),
    ...(filter.symbol ? [market.nameOf(filter.symbol)] : []),
    ...(filter.durationSeconds ? [durationText(Number(filter.durationSeconds), t)] : []),
  ]
  const load = () => {
    void accountLimits.current.refresh()
    if (results !== unfiltered && unfiltered.state.kind === 'idle') void unfiltered.refresh()
    return results.refresh()
  }
  useReload(load, { topics: ['account'], on: [JSON.stringify({ all, filter }), account.balance?.version] })
  return (
    <View className="results">
      <Segmented
        label={t('wallet.record.period.label')}
        value={period}
        onChange={setPeriod}
        options={RESULTS_PERIODS.map((value) => ({ value, label: t(`wallet.record.period.${PERIOD_NAMES[value]}`) }))}
      />
      <Filters filter={filter} known={unfiltered.value} onChange={setFilter} />
      <Loaded from={results} loading={<Skeleton shape="block" count={3} />}>
        {(loaded) => (
          <>
            <Cut results={loaded} />
            {loaded.total.orders === 0 ? (
              <Nothing filtered={Object.keys(filter).length > 0} onClear={() => setFilter({})} />
            ) : (
              <Figures results={loaded} terms={terms} />
            )}
          </>
        )}
      </Loaded>
    </View>
  )
})

const Figures = observer(function Figures({ results, terms }: { results: Results; terms: readonly string[] }) {
  const t = useT()
  const { hitRate, newest, total } = results
  return (
    <View className="results__cards">
      <View className="results__column">
        <Card className="results__poster">
          <NetCard results={results} />
          {hitRate ? <HitRateCard total={total} rate={hitRate} /> : null}
          <VerifiedCard
            newest={newest}
            share={(rest) =>
              hitRate ? <ShareResults results={results} rate={hitRate} terms={terms} rest={rest} /> : null
            }
          />
        </Card>
        <LossLimit />
      </View>
      <View className="results__column">
        <ByProduct products={results.products} />
        <ByDuration durations={results.durations} />
        <ByHour hours={results.hours} />
      </View>
      <Text className="results__note muted t13">{t('results.basis')}</Text>
    </View>
  )
})

interface FiltersProps {
  filter: Filter
  /** Results of the period without a filter: only what occurs in them can be chosen. */
  known: Results | undefined
  onChange: (filter: Filter) => void
}

const Filters = observer(function Filters({ filter, known, onChange }: FiltersProps) {
  const t = useT()
  const { market } = useStores()
  const change = (part: Filter) => {
    const next = { ...filter, ...part }
    // An undefined value is no filter.
    onChange(JSON.parse(JSON.stringify(next)) as Filter)
  }
  return (
    <View className="swipe" ariaRole="group" aria-label={t('wallet.filter')}>
      <FilterChip
        title={t('wallet.statement.product')}
        allLabel={t('results.all.products')}
        choices={(known?.products ?? []).map(({ symbol }) => ({ value: symbol, label: market.nameOf(symbol) }))}
        value={filter.symbol}
        onChange={(symbol) => change({ symbol })}
      />
      <FilterChip
        title={t('results.duration')}
        allLabel={t('results.all.durations')}
        choices={(known?.durations ?? []).map(({ durationSeconds }) => ({
          value: String(durationSeconds),
          label: durationText(durationSeconds, t),
        }))}
        value={filter.durationSeconds}
        onChange={(durationSeconds) => change({ durationSeconds })}
      />
      <FilterChip<ClosedResult>
        title={t('wallet.statement.result')}
        allLabel={t('results.all.results')}
        choices={CLOSED_RESULTS.map((value) => ({ value, label: t(`orders.status.${value}`) }))}
        value={filter.result}
        onChange={(result) => change({ result })}
      />
    </View>
  )
})

/** Says which orders are not in the figures. */
const Cut = observer(function Cut({ results: { countedFrom, total } }: { results: Results }) {
  const t = useT()
  const format = useFormat()
  const { preferences } = useStores()
  if (!countedFrom) return null
  return (
    <Text className="results__note muted t13">
      {t('results.cut', {
        number: format.number(String(total.orders)),
        time: showDateTime(countedFrom, preferences.timeZone),
      })}
    </Text>
  )
})

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useT()
  return (
    <EmptyState
      icon="results"
      title={t('orders.empty')}
      text={t(filtered ? 'wallet.record.emptyFiltered' : 'results.empty')}
      actionLabel={t(filtered ? 'common.showAll' : 'common.productsLink')}
      onAction={filtered ? onClear : () => openPage('/pages/product/product')}
    />
  )
}

/** How often the user was right, next to how often it takes to lose nothing, and how far chance reaches. */
function HitRateCard({ total, rate }: { total: ResultSums; rate: HitRate }) {
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

/** The user's own limit of a day's losses with its use, or the way to set one. */
const LossLimit = observer(function LossLimit() {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  const { accountLimits } = useLate()
  const limit = accountLimits.limitOf('loss_day')
  const value = limit?.value
  const used =
    value == null ? undefined : `${shown(format.number(limit?.used ?? '0'))} / ${shown(format.number(value))}`
  return (
    <Card kind="list">
      <ListRow
        icon="hourglass"
        title={value == null ? t('title.limits') : t('limits.kind.loss_day')}
        value={used}
        onClick={() => openPage('/pages/limits/limits')}
      />
    </Card>
  )
})
