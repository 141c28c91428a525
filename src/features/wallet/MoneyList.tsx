import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { MoneyListQuery } from '../../../contract/deposits'
import type { ChangeTopic } from '../../../contract/limits'
import { Card } from '../../components/Card'
import { Chip } from '../../components/Chip'
import { EmptyState } from '../../components/EmptyState'
import type { IconName } from '../../components/Icon'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Skeleton } from '../../components/Skeleton'
import { PagedItems } from '../../connected/PagedItems'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import type { PagedList } from '../../stores/PagedList'
import './MoneyList.scss'
import { type MoneySender, UnclearMoney } from './UnclearMoney'

type Status = MoneyListQuery['status']
const FILTERS: readonly Status[] = [undefined, 'under_review', 'successful', 'failed', 'cancelled']

export interface MoneyListProps<T> {
  list: PagedList<T, Status>
  /** Holds what was sent and is not in the list yet. */
  sender: MoneySender
  /** The topic under which the server reports changes of the list. */
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
  useReload(() => list.refresh(), { topics: [topic] })
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
        <PagedItems
          list={list}
          loading={<Skeleton shape="block" count={4} />}
          empty={
            <EmptyState
              icon={props.icon}
              title={props.emptyTitle}
              text={props.emptyText}
              actionLabel={props.actionLabel}
              onAction={props.onAction}
            />
          }
        >
          {(items) => <Card kind="list">{items.map(props.renderRow)}</Card>}
        </PagedItems>
      </View>
    </PullToRefresh>
  )
})
