import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { CLOSED_RESULTS, type ClosedResult } from '../../../../contract/limits'
import type { OrdersExportQuery } from '../../../../contract/orders'
import { Button } from '../../../components/Button'
import { Chip } from '../../../components/Chip'
import { MonthCalendar } from '../../../components/MonthCalendar'
import { Sheet } from '../../../components/Sheet'
import { FilterChip } from '../../../connected/FilterChip'
import { useCalendarWords } from '../../../connected/useCalendarWords'
import { useOneAtATime } from '../../../connected/useOneAtATime'
import { useSaveFile } from '../../../connected/useSaveFile'
import { DAY_MS, formatDayKey, type TimeZoneChoice } from '../../../domain/time'
import { useT } from '../../../i18n'
import { useDayFormat } from '../../../i18n/days'
import { useFormat } from '../../../i18n/format'
import { useLate, useStores } from '../../../stores/StoresContext'
import { ordersCsv } from './ordersCsv'

export interface ClosedFilter {
  symbol?: string
  result?: ClosedResult
  /** "2026-11-20" where the user is. */
  day?: string
}

const DAYS_BACK = 366
const keyOf = (ms: number, zone: TimeZoneChoice) => formatDayKey(ms, zone).replaceAll('/', '-')

/** Midnight that begins a day on the clock that the user reads; `later` days after it. */
function midnight(day: string, zone: TimeZoneChoice, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = zone === 'utc' ? Date.UTC(year, month - 1, date + later) : new Date(year, month - 1, date + later)
  return new Date(at).toISOString()
}

/** The filter as the server takes it. */
export function queryOf({ day, ...rest }: ClosedFilter, zone: TimeZoneChoice): OrdersExportQuery {
  return day === undefined ? rest : { ...rest, from: midnight(day, zone), to: midnight(day, zone, 1) }
}

interface ClosedFiltersProps {
  filter: ClosedFilter
  onChange: (filter: ClosedFilter) => void
}

/** Product, day and result of the closed orders to show. */
export const ClosedFilters = observer(function ClosedFilters({ filter, onChange }: ClosedFiltersProps) {
  const t = useT()
  const { market } = useStores()
  const { symbol, day, result } = filter
  const change = (part: { [K in keyof ClosedFilter]: ClosedFilter[K] | undefined }) =>
    // An undefined value is no filter.
    onChange(JSON.parse(JSON.stringify({ ...filter, ...part })) as ClosedFilter)
  return (
    <View className="swipe" ariaRole="group" aria-label={t('wallet.filter')}>
      <FilterChip
        title={t('wallet.statement.product')}
        allLabel={t('results.all.products')}
        choices={market.all.map((product) => ({ value: product.symbol, label: market.nameOf(product.symbol) }))}
        value={symbol}
        onChange={(chosen) => change({ symbol: chosen })}
      />
      <DayChip day={day} onChange={(chosen) => change({ day: chosen })} />
      <FilterChip<ClosedResult>
        title={t('wallet.statement.result')}
        allLabel={t('results.all.results')}
        choices={CLOSED_RESULTS.map((value) => ({ value, label: t(`orders.status.${value}`) }))}
        value={result}
        onChange={(chosen) => change({ result: chosen })}
      />
    </View>
  )
})

interface DayChipProps {
  day: string | undefined
  onChange: (day: string | undefined) => void
}

const DayChip = observer(function DayChip({ day, onChange }: DayChipProps) {
  const t = useT()
  const days = useDayFormat()
  const { connection, preferences } = useStores()
  const [open, setOpen] = useState(false)
  const now = connection.serverNow()
  const words = useCalendarWords()
  const choose = (chosen: string | undefined) => {
    setOpen(false)
    onChange(chosen)
  }
  return (
    <>
      <Chip className="filter-chip" selected={day !== undefined} onClick={() => setOpen(true)}>
        {day === undefined ? t('results.all.days') : days.short(day)}
      </Chip>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('results.day')} closeLabel={t('common.close')}>
        <View className="closed__calendar">
          <MonthCalendar
            first={keyOf(now - DAYS_BACK * DAY_MS, preferences.timeZone)}
            last={keyOf(now, preferences.timeZone)}
            chosen={day ?? keyOf(now, preferences.timeZone)}
            onChoose={choose}
            {...words}
          />
          <Button tone="secondary" onClick={() => choose(undefined)}>
            {t('results.all.days')}
          </Button>
        </View>
      </Sheet>
    </>
  )
})

/** Saves the closed orders of a filter as a file, with both prices and their times. */
export const ExportClosed = observer(function ExportClosed({ filter }: { filter: OrdersExportQuery }) {
  const t = useT()
  const { decimal } = useFormat()
  const { connection, market, ownResults, preferences, session, ui } = useLate()
  const saveFile = useSaveFile()
  const { busy, run } = useOneAtATime()
  const handleExport = async () => {
    const answer = await run(() => ownResults.exportClosed(filter))
    if (!answer) return
    if (!answer.ok) return ui.toast(t(`errors.${answer.error.code}`), 'error')
    const { items, truncated } = answer.value
    const { timeZone } = preferences
    const currency = session.appInfo?.currency.code ?? ''
    const nameOf = (symbol: string) => market.nameOf(symbol)
    const text = ordersCsv(items, { t, zone: timeZone, nameOf, currency, decimal })
    const saved = truncated ? t('wallet.record.savedPart', { count: items.length }) : t('wallet.record.saved')
    const file = { name: `orders-${keyOf(connection.serverNow(), timeZone)}.csv`, type: 'text/csv', text }
    await saveFile(file, { saved, failed: t('wallet.record.notSaved') })
  }
  return (
    <Button tone="secondary" size="medium" block={false} loading={busy} onClick={() => void handleExport()}>
      {t('wallet.record.export')}
    </Button>
  )
})
