import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { CapitalEntry } from '../../../contract/capitalRecord'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Chip } from '../../components/Chip'
import { EmptyState } from '../../components/EmptyState'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Skeleton } from '../../components/Skeleton'
import { TextField } from '../../components/TextField'
import { Amount, useShownAmount } from '../../connected/Amount'
import { PagedItems } from '../../connected/PagedItems'
import { useRecordsEnd } from '../../connected/useRecordsEnd'
import { useReload } from '../../connected/useReload'
import { useSaveFile } from '../../connected/useSaveFile'
import { formatDateTime } from '../../domain/time'
import { useT } from '../../i18n'
import { showDateTime } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import './CapitalRecordScreen.scss'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { entriesWith, filterOf, GROUPS, type Group, PERIODS, type Period, recordCsv } from './recordFilter'
import { CAPITAL_KIND_NAMES } from './recordKinds'

/** The capital record: what moved the available balance, with the balance after each movement. */
export const CapitalRecordScreen = observer(function CapitalRecordScreen() {
  const t = useT()
  const { capitalRecord, account, connection, preferences } = useStores()
  const { list } = capitalRecord
  const [group, setGroup] = useState<Group>('all')
  const [period, setPeriod] = useState<Period>('all')
  const [sought, setSought] = useState('')
  useReload(() => list.refresh(), { topics: ['account'], on: [account.balance?.version] })
  const choose = (nextGroup: Group, nextPeriod: Period) => {
    setGroup(nextGroup)
    setPeriod(nextPeriod)
    void list.setFilter(filterOf(nextGroup, nextPeriod, connection.serverNow(), preferences.timeZone))
  }
  return (
    <PullToRefresh onRefresh={() => list.refresh()} refreshingText={t('common.loading')}>
      <View className="record__filters" ariaRole="group" aria-label={t('wallet.filter')}>
        {GROUPS.map((name) => (
          <Chip key={name} className="record__chip" selected={group === name} onClick={() => choose(name, period)}>
            {t(`wallet.record.group.${name}`)}
          </Chip>
        ))}
      </View>
      <View className="record__filters" ariaRole="group" aria-label={t('wallet.record.period.label')}>
        {PERIODS.map((name) => (
          <Chip key={name} className="record__chip" selected={period === name} onClick={() => choose(group, name)}>
            {t(`wallet.record.period.${name}`)}
          </Chip>
        ))}
      </View>
      <View className="record__tools">
        <TextField
          className="record__search"
          label={t('wallet.record.search')}
          hideLabel
          keyboard="search"
          value={sought}
          placeholder={t('wallet.record.search')}
          maxLength={40}
          onChange={setSought}
        />
        <ExportButton />
        <Button tone="secondary" size="medium" block={false} onClick={() => openPage('/pages/statement/statement')}>
          {t('title.statement')}
        </Button>
      </View>
      <View className="record__body">
        <Entries sought={sought} onClear={() => choose('all', 'all')} />
      </View>
    </PullToRefresh>
  )
})

const Entries = observer(function Entries({ sought, onClear }: { sought: string; onClear: () => void }) {
  const t = useT()
  const format = useFormat()
  const { list } = useStores().capitalRecord
  const endNote = useRecordsEnd()
  const filtered = list.filter.filter !== undefined || list.filter.from !== undefined
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
    <PagedItems list={list} loading={<Skeleton shape="block" count={4} />} empty={empty} endNote={endNote}>
      {(entries) => {
        const found = entriesWith(entries, sought, t, format.signed)
        if (found.length === 0) return <Text className="record__none muted t13">{t('wallet.record.noMatch')}</Text>
        return (
          <Card kind="list">
            {found.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </Card>
        )
      }}
    </PagedItems>
  )
})

const Entry = observer(function Entry({ entry }: { entry: CapitalEntry }) {
  const t = useT()
  const format = useFormat()
  const { preferences } = useStores()
  const shown = useShownAmount()
  return (
    <View className="record__entry">
      <View className="record__text">
        <Text className="t16">{t(CAPITAL_KIND_NAMES[entry.kind])}</Text>
        <Text className="muted t12 num">{showDateTime(entry.at, preferences.timeZone, { seconds: true })}</Text>
        {entry.reference ? <Text className="muted t12 num">{entry.reference}</Text> : null}
      </View>
      <View className="record__figures num">
        <Amount className="t16 strong" text={format.signed(entry.amount)} />
        <Text className="muted t12">{t('wallet.record.balance', { amount: shown(format.number(entry.balance)) })}</Text>
      </View>
    </View>
  )
})

const ExportButton = observer(function ExportButton() {
  const t = useT()
  const { capitalRecord, preferences, session, ui } = useStores()
  const saveFile = useSaveFile()
  const { busy, run } = useOneAtATime()
  const handleExport = async () => {
    const answer = await run(() => capitalRecord.export())
    if (!answer) return
    if (!answer.ok) return ui.toast(t(`errors.${answer.error.code}`), 'error')
    const { items, truncated } = answer.value
    const text = recordCsv(items, t, preferences.timeZone, session.appInfo?.currency.code ?? '')
    const day = formatDateTime(Date.now(), preferences.timeZone).slice(0, 10).replaceAll('/', '-')
    const saved = truncated ? t('wallet.record.savedPart', { count: items.length }) : t('wallet.record.saved')
    const file = { name: `capital-record-${day}.csv`, type: 'text/csv', text }
    await saveFile(file, { saved, failed: t('wallet.record.notSaved') })
  }
  return (
    <Button tone="secondary" size="medium" block={false} loading={busy} onClick={() => void handleExport()}>
      {t('wallet.record.export')}
    </Button>
  )
})
