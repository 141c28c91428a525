import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { CapitalEntry } from '../../../contract/capitalRecord'
import { Banner } from '../../components/Banner'
import { Card } from '../../components/Card'
import { Chip } from '../../components/Chip'
import { EmptyState } from '../../components/EmptyState'
import { Icon } from '../../components/Icon'
import { IconButton } from '../../components/IconButton'
import { ListRow } from '../../components/ListRow'
import { PullToRefresh } from '../../components/PullToRefresh'
import { SectionHead } from '../../components/SectionHead'
import { Skeleton } from '../../components/Skeleton'
import { TextField } from '../../components/TextField'
import { Amount, useShownAmount } from '../../connected/Amount'
import { FilterChip } from '../../connected/FilterChip'
import { PagedItems } from '../../connected/PagedItems'
import { useReload } from '../../connected/useReload'
import { useSaveFile } from '../../connected/useSaveFile'
import { byDay } from '../../domain/byDay'
import { formatDayKey } from '../../domain/time'
import { useT } from '../../i18n'
import { showClock, useDayFormat } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { HAS_TRADING } from '../../routes'
import { useLate } from '../../stores/StoresContext'
import './CapitalRecordScreen.scss'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { OrderMovements } from './OrderMovements'
import {
  brokenEntry,
  entriesWith,
  filterOf,
  foldedOrders,
  GROUPS,
  type Group,
  PERIODS,
  type Period,
  recordCsv,
} from './recordFilter'
import { CAPITAL_KIND_ICONS, CAPITAL_KIND_NAMES } from './recordKinds'

/** The capital record: what moved the available balance, with the balance after each movement. */
export const CapitalRecordScreen = observer(function CapitalRecordScreen() {
  const t = useT()
  const { capitalRecord, account, connection, preferences } = useLate()
  const { list } = capitalRecord
  const [group, setGroup] = useState<Group>('all')
  const [period, setPeriod] = useState<Period | undefined>(undefined)
  const [sought, setSought] = useState('')
  useReload(() => list.refresh(), { topics: ['account'], on: [account.balance?.version] })
  const choose = (nextGroup: Group, nextPeriod: Period | undefined) => {
    setGroup(nextGroup)
    setPeriod(nextPeriod)
    void list.setFilter(filterOf(nextGroup, nextPeriod, connection.serverNow(), preferences.timeZone))
  }
  return (
    <PullToRefresh onRefresh={() => list.refresh()} refreshingText={t('common.loading')}>
      <View className="record__filters" ariaRole="group" aria-label={t('wallet.filter')}>
        <FilterChip<Period>
          title={t('wallet.record.period.label')}
          allLabel={t('wallet.record.period.all')}
          choices={PERIODS.map((value) => ({ value, label: t(`wallet.record.period.${value}`) }))}
          value={period}
          onChange={(chosen) => choose(group, chosen)}
        />
        {GROUPS.map((name) => (
          <Chip key={name} className="record__chip" selected={group === name} onClick={() => choose(name, period)}>
            {t(`wallet.record.group.${name}`)}
          </Chip>
        ))}
      </View>
      <View className="record__tools line gap-4">
        <TextField
          className="record__search fills"
          label={t('wallet.record.search')}
          hideLabel
          keyboard="search"
          value={sought}
          placeholder={t('wallet.record.search')}
          maxLength={40}
          before={<Icon name="search" size={18} className="muted" />}
          onChange={setSought}
        />
        <IconButton
          icon="document"
          label={t('title.statement')}
          onClick={() => openPage('/pages/statement/statement')}
        />
        <ExportButton />
      </View>
      <View className="record__body">
        <Entries sought={sought} onClear={() => choose('all', undefined)} />
      </View>
    </PullToRefresh>
  )
})

const Entries = observer(function Entries({ sought, onClear }: { sought: string; onClear: () => void }) {
  const t = useT()
  const format = useFormat()
  const days = useDayFormat()
  const { capitalRecord, market, orders, preferences } = useLate()
  const { list } = capitalRecord
  const product = (symbol: string) => market.nameOf(symbol)
  const filtered = list.filter.filter !== undefined || list.filter.from !== undefined
  const broken = filtered ? undefined : brokenEntry(list.items)
  const empty = (
    <EmptyState
      icon="record"
      title={t('wallet.record.empty')}
      text={t(filtered ? 'wallet.record.emptyFiltered' : 'wallet.record.emptyText')}
      actionLabel={filtered ? t('common.showAll') : undefined}
      onAction={filtered ? onClear : undefined}
    />
  )
  return (
    <PagedItems list={list} loading={<Skeleton shape="block" count={4} />} empty={empty}>
      {(entries) => {
        const found = entriesWith(entries, sought, { t, amount: format.signed, product })
        if (found.length === 0) return <Text className="record__none muted t13">{t('wallet.record.noMatch')}</Text>
        const isUnderWay = ({ orderId }: CapitalEntry) => orders.positions.some(({ id }) => id === orderId)
        const ended = found.filter((entry) => !isUnderWay(entry))
        const rows = foldedOrders(ended).map((row) => ({
          row,
          at: row.kind === 'entry' ? row.entry.at : (row.entries[0]?.at ?? ''),
        }))
        return [
          ...(broken ? [<Banner key="broken" text={t('wallet.record.broken', { entry: broken.id })} />] : []),
          <InOrders key="" entries={found.filter(isUnderWay)} />,
          ...byDay(rows, ({ at }) => at, preferences.timeZone).map(([day, ofDay]) => (
            <View key={day}>
              <SectionHead>{days.full(day)}</SectionHead>
              <Card kind="list">
                {ofDay.map(({ row }) =>
                  row.kind === 'entry' ? (
                    <Entry key={row.entry.id} entry={row.entry} />
                  ) : (
                    <OrderMovements key={row.orderId} entries={row.entries}>
                      {(entry) => <Entry key={entry.id} entry={entry} />}
                    </OrderMovements>
                  ),
                )}
              </Card>
            </View>
          )),
        ]
      }}
    </PagedItems>
  )
})

/** Amounts in orders that have not ended, above everything else. */
function InOrders({ entries }: { entries: readonly CapitalEntry[] }) {
  const t = useT()
  if (entries.length === 0) return null
  return (
    <View>
      <SectionHead>{t('wallet.record.inOrders')}</SectionHead>
      <Card kind="list">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Card>
    </View>
  )
}

/** One movement; a tap shows how the order ended that it is about. */
const Entry = observer(function Entry({ entry }: { entry: CapitalEntry }) {
  const t = useT()
  const format = useFormat()
  const { orders, market, preferences } = useLate()
  const shown = useShownAmount()
  const { kind, orderId, symbol } = entry
  // An order is known by its product here, and has its number on its receipt.
  const about = symbol === null ? entry.reference : market.nameOf(symbol)
  const isUnderWay = orders.positions.some(({ id }) => id === orderId)
  const time = showClock(entry.at, preferences.timeZone, { seconds: true })
  return (
    <ListRow
      icon={CAPITAL_KIND_ICONS[kind]}
      title={t(CAPITAL_KIND_NAMES[kind])}
      note={
        <Text className="num">
          {about ? `${time} · ` : time}
          <Text className={symbol === null ? 'record__number' : ''}>{about}</Text>
        </Text>
      }
      value={
        <View className="column t12 num">
          <Amount className="record__amount strong t16" text={format.signed(entry.amount)} />
          <Text>{t('wallet.record.balance', { amount: shown(format.number(entry.balance)) })}</Text>
        </View>
      }
      arrow={false}
      {...(orderId !== null &&
        !isUnderWay &&
        HAS_TRADING && { onClick: () => openPage('/pages/order/closed', { id: orderId }) })}
    />
  )
})

const ExportButton = observer(function ExportButton() {
  const t = useT()
  const { decimal } = useFormat()
  const { capitalRecord, connection, preferences, session, ui } = useLate()
  const saveFile = useSaveFile()
  const { run } = useOneAtATime()
  const handleExport = async () => {
    const answer = await run(() => capitalRecord.export())
    if (!answer) return
    if (!answer.ok) return ui.toast(t(`errors.${answer.error.code}`), 'error')
    const { items, truncated } = answer.value
    const currency = session.appInfo?.currency.code ?? ''
    const text = recordCsv(items, { t, zone: preferences.timeZone, currency, decimal })
    const day = formatDayKey(connection.serverNow(), preferences.timeZone).replaceAll('/', '-')
    const saved = truncated ? t('wallet.record.savedPart', { count: items.length }) : t('wallet.record.saved')
    const file = { name: `capital-record-${day}.csv`, type: 'text/csv', text }
    await saveFile(file, { saved, failed: t('wallet.record.notSaved') })
  }
  return <IconButton icon="download" label={t('wallet.record.export')} onClick={() => void handleExport()} />
})
