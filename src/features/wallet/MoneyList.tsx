import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect } from 'react'
import type { MoneyListQuery } from '../../../contract/deposits'
import type { ChangeTopic } from '../../../contract/stream'
import { Card } from '../../components/Card'
import { Chip } from '../../components/Chip'
import { EmptyState } from '../../components/EmptyState'
import type { IconName } from '../../components/Icon'
import { ListEnd } from '../../components/ListEnd'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Skeleton } from '../../components/Skeleton'
import { useT } from '../../i18n'
import { usePageShown } from '../../platform/usePageShown'
import type { PagedList } from '../../stores/PagedList'
import { useStores } from '../../stores/StoresContext'
import './MoneyList.scss'
import { type MoneySender, UnclearMoney } from './UnclearMoney'

type Status = MoneyListQuery['status']
const FILTERS: readonly Status[] = [undefined, 'under_review', 'successful', 'failed']

export interface MoneyListProps<T> {
  list: PagedList<T, Status>
  /** What was sent and is not in the list yet. */
  sender: MoneySender
  /** The server's word that something in it changed. */
  topic: ChangeTopic
  icon: IconName
  /** PRODUCT.md 5.1: "No withdrawal record", "No deposit record". */
  emptyTitle: string
  emptyText: string
  actionLabel: string
  onAction: () => void
  renderRow: (item: T) => ReactNode
}

/** Deposits or withdrawals, newest first: filter, pages, pull to refresh, and the words for an empty list. */
export const MoneyList = observer(function MoneyList<T>(props: MoneyListProps<T>) {
  const { list, topic } = props
  const t = useT()
  const { changes } = useStores()
  const shown = usePageShown()
  const changed = changes.count(topic)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change asks again
  useEffect(() => {
    if (shown) void list.refresh()
  }, [list, shown, changed])
  return (
    <PullToRefresh onRefresh={() => list.refresh()} refreshingText={t('common.loading')}>
      <View className="money-list__filters pad" ariaRole="group" aria-label={t('wallet.filter')}>
        {FILTERS.map((status) => (
          <Chip
            key={status ?? 'all'}
            className="money-list__filter"
            selected={list.filter === status}
            onClick={() => void list.setFilter(status)}
          >
            {t(status === undefined ? 'wallet.all' : `wallet.status.${status}`)}
          </Chip>
        ))}
      </View>
      <View className="money-list__body pad">
        <UnclearMoney sender={props.sender} />
        <Items {...props} />
      </View>
    </PullToRefresh>
  )
})

const Items = observer(function Items<T>(props: MoneyListProps<T>) {
  const { list } = props
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
  if (list.state.kind !== 'ready') return <Skeleton shape="block" count={4} />
  if (list.isEmpty) {
    return (
      <EmptyState
        icon={props.icon}
        title={props.emptyTitle}
        text={props.emptyText}
        actionLabel={props.actionLabel}
        onAction={props.onAction}
      />
    )
  }
  return (
    <>
      <Card kind="list">{list.items.map(props.renderRow)}</Card>
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
