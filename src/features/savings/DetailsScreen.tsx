import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useState } from 'react'
import { Card } from '../../components/Card'
import { Chip } from '../../components/Chip'
import { EmptyState } from '../../components/EmptyState'
import { ListEnd } from '../../components/ListEnd'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Segmented } from '../../components/Segmented'
import { Skeleton } from '../../components/Skeleton'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { usePageShown } from '../../platform/usePageShown'
import type { PagedList } from '../../stores/PagedList'
import { useStores } from '../../stores/StoresContext'
import './DetailsScreen.scss'
import { EarningRow, EarningsNote } from './EarningRow'
import { MovementRow } from './MovementRow'
import { UnclearMoves } from './UnclearMoves'

const KINDS = [undefined, 'deposit', 'transfer_out'] as const

/** What has moved into and out of savings, and what each day has earned, with what it was computed from. */
export const DetailsScreen = observer(function DetailsScreen() {
  const t = useT()
  const { savings, changes } = useStores()
  const [tab, setTab] = useState<'movements' | 'earnings'>('movements')
  const shown = usePageShown()
  const changed = changes.count('savings')
  const { movements, earnings } = savings
  const list = tab === 'movements' ? movements : earnings
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change asks again
  useEffect(() => {
    if (shown) void list.refresh()
  }, [list, shown, changed])
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
      <View className="pad savings-details__body">
        {tab === 'movements' ? (
          <>
            <KindFilter />
            <UnclearMoves />
            <Pages list={movements} emptyText={t('savings.noMovements')} withDeposit>
              {movements.items.map((movement) => (
                <MovementRow key={movement.id} movement={movement} />
              ))}
            </Pages>
          </>
        ) : (
          <>
            <EarningsNote />
            <Pages list={earnings} emptyText={t('savings.noEarnings')}>
              {earnings.items.map((earning) => (
                <EarningRow key={earning.day} earning={earning} />
              ))}
            </Pages>
          </>
        )}
      </View>
    </PullToRefresh>
  )
})

const KindFilter = observer(function KindFilter() {
  const t = useT()
  const { movements } = useStores().savings
  return (
    <View className="savings-details__filter" ariaRole="group" aria-label={t('savings.filter.label')}>
      {KINDS.map((kind) => (
        <Chip key={kind ?? 'all'} selected={movements.filter === kind} onClick={() => void movements.setFilter(kind)}>
          {t(`savings.filter.${kind ?? 'all'}`)}
        </Chip>
      ))}
    </View>
  )
})

interface PagesProps {
  list: Pick<PagedList<never, never>, 'state' | 'isEmpty' | 'more' | 'refresh' | 'loadMore'>
  emptyText: string
  /** The empty list offers the first deposit. */
  withDeposit?: boolean
  children: ReactNode
}

const Pages = observer(function Pages({ list, emptyText, withDeposit = false, children }: PagesProps) {
  const t = useT()
  if (list.state.kind === 'failed') {
    return (
      <EmptyState
        icon="offline"
        title={t('common.loadFailed')}
        text={t(`errors.${list.state.code}`)}
        actionLabel={t('common.retry')}
        onAction={() => void list.refresh()}
      />
    )
  }
  if (list.state.kind !== 'ready') {
    return (
      <View aria-busy aria-label={t('common.loading')}>
        <Skeleton shape="block" count={4} />
      </View>
    )
  }
  if (list.isEmpty) {
    const action = { actionLabel: t('savings.deposit'), onAction: () => openPage('/pages/transfer/transfer') }
    return <EmptyState icon="savings" title={t('savings.noData')} text={emptyText} {...(withDeposit ? action : {})} />
  }
  return (
    <>
      <Card kind="list">{children}</Card>
      <ListEnd
        state={list.more}
        endText={t('common.noMore')}
        moreLabel={t('common.loadMore')}
        failedText={t('common.loadFailed')}
        retryLabel={t('common.retry')}
        onMore={() => void list.loadMore()}
      />
    </>
  )
})
