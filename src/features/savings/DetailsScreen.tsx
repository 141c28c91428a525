import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useState } from 'react'
import type { SavingsMovement } from '../../../contract/savings'
import { Card } from '../../components/Card'
import { Chip } from '../../components/Chip'
import { EmptyState } from '../../components/EmptyState'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Segmented } from '../../components/Segmented'
import { Skeleton } from '../../components/Skeleton'
import { Tag } from '../../components/Tag'
import { Amount } from '../../connected/Amount'
import { PagedItems } from '../../connected/PagedItems'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import { showDateTime, useDayFormat } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import type { PagedList } from '../../stores/PagedList'
import { useLate, useStores } from '../../stores/StoresContext'
import { Basis } from './Basis'
import { EarningRow, EarningsNote } from './EarningRow'
import { UnclearMoves } from './UnclearMoves'
import './DetailsScreen.scss'
import './SavingsRow.scss'

const KINDS = [undefined, 'deposit', 'transfer_out'] as const

/** Movements into and out of savings, and each day's earnings with their basis. */
export const DetailsScreen = observer(function DetailsScreen() {
  const t = useT()
  const { savings } = useLate()
  const [tab, setTab] = useState<'movements' | 'earnings'>('movements')
  const { movements, earnings } = savings
  const list = tab === 'movements' ? movements : earnings
  useReload(() => list.refresh(), { topics: ['savings'], on: [tab] })
  return (
    <PullToRefresh onRefresh={() => list.refresh()} refreshingText={t('common.loading')}>
      <View className="pad savings-details__head">
        <Segmented
          label={t('title.savingsDetails')}
          value={tab}
          onChange={setTab}
          options={[
            { value: 'movements', label: t('savings.movements') },
            { value: 'earnings', label: t('savings.earnings') },
          ]}
        />
      </View>
      <View className="pad savings-details__body stack">
        {tab === 'movements' ? (
          <>
            <KindFilter />
            <UnclearMoves />
            <Pages list={movements} emptyText={t('savings.noMovements')} withDeposit>
              {(movement) => <MovementRow key={movement.id} movement={movement} />}
            </Pages>
          </>
        ) : (
          <>
            <EarningsNote />
            <Pages list={earnings} emptyText={t('savings.noEarnings')}>
              {(earning) => <EarningRow key={earning.day} earning={earning} />}
            </Pages>
          </>
        )}
      </View>
    </PullToRefresh>
  )
})

const KindFilter = observer(function KindFilter() {
  const t = useT()
  const { movements } = useLate().savings
  return (
    <View className="wraps" ariaRole="group" aria-label={t('savings.filter.label')}>
      {KINDS.map((kind) => (
        <Chip key={kind ?? 'all'} selected={movements.filter === kind} onClick={() => void movements.setFilter(kind)}>
          {t(`savings.filter.${kind ?? 'all'}`)}
        </Chip>
      ))}
    </View>
  )
})

interface PagesProps<T, Filter> {
  list: PagedList<T, Filter>
  emptyText: string
  /** The empty list offers the first deposit. */
  withDeposit?: boolean
  children: (item: T) => ReactNode
}

function Pages<T, Filter>({ list, emptyText, withDeposit = false, children }: PagesProps<T, Filter>) {
  const t = useT()
  const action = { actionLabel: t('savings.deposit'), onAction: () => openPage('/pages/transfer/transfer') }
  return (
    <PagedItems
      list={list}
      loading={
        <View aria-busy ariaRole="status" aria-label={t('common.loading')}>
          <Skeleton shape="block" count={4} />
        </View>
      }
      empty={
        <EmptyState icon="savings" title={t('content.noData')} text={emptyText} {...(withDeposit ? action : {})} />
      }
    >
      {(items) => <Card kind="list">{items.map(children)}</Card>}
    </PagedItems>
  )
}

/** One deposit or transfer out; a deposit also shows its dates. */
const MovementRow = observer(function MovementRow({ movement }: { movement: SavingsMovement }) {
  const t = useT()
  const format = useFormat()
  const days = useDayFormat()
  const { preferences } = useStores()
  const { kind, amount, status, tradeDay, confirmedOn, firstEarningsShownOn } = movement
  const isDeposit = kind === 'deposit'
  const facts = [
    { label: t('savings.tradeDay'), day: tradeDay },
    { label: t('savings.confirmedOn'), day: confirmedOn },
    { label: t('savings.firstEarningsShort'), day: firstEarningsShownOn },
  ].flatMap(({ label, day }) => (day === null ? [] : [{ label, value: <Text>{days.short(day)}</Text> }]))
  return (
    <View className="savings-row">
      <View className="savings-row__line">
        <Text className="savings-row__title strong">{t(`savings.movement.${kind}`)}</Text>
        <Amount className="strong t16 num" text={format.signed(isDeposit ? amount : `-${amount}`)} />
      </View>
      <View className="savings-row__line">
        <Text className="muted t12 num">{showDateTime(movement.createdAt, preferences.timeZone)}</Text>
        {isDeposit ? <Tag tone={status === 'pending' ? 'warn' : 'brand'}>{t(`savings.status.${status}`)}</Tag> : null}
      </View>
      {facts.length > 0 ? <Basis facts={facts} /> : null}
    </View>
  )
})
