import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { Order } from '../../../contract/orders'
import { EmptyState } from '../../components/EmptyState'
import { ListEnd } from '../../components/ListEnd'
import { Skeleton } from '../../components/Skeleton'
import { formatDayKey } from '../../domain/time'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import { useRecordsEnd } from '../../ui/useRecordsEnd'
import { ClosedRow } from './ClosedRow'

/** Closed orders by day, in pages. */
export const ClosedList = observer(function ClosedList() {
  const t = useT()
  const { orders, preferences } = useStores()
  const endText = useRecordsEnd()
  useEffect(() => {
    void orders.closedPages.refresh()
  }, [orders])
  const { closed, closedPages } = orders
  const { state } = closedPages
  if (state.kind === 'failed') {
    return (
      <EmptyState
        icon="offline"
        title={t('common.loadFailed')}
        text={t(`errors.${state.code}`)}
        actionLabel={t('common.retry')}
        onAction={() => void orders.closedPages.refresh()}
      />
    )
  }
  if (state.kind !== 'ready') return <Skeleton shape="block" count={4} />
  if (closed.length === 0) return <NoOrders />
  return (
    <>
      {groupByDay(closed, preferences.timeZone).map(([day, ordersOfDay]) => (
        <View key={day}>
          <Text className="positions__day muted t13" ariaRole="heading" aria-level={2}>
            {day}
          </Text>
          {ordersOfDay.map((order) => (
            <ClosedRow key={order.id} order={order} onOpen={() => openPage('/pages/order/closed', { id: order.id })} />
          ))}
        </View>
      ))}
      <ListEnd
        state={closedPages.more}
        endText={endText}
        moreLabel={t('common.loadMore')}
        failedText={t('common.loadFailed')}
        retryLabel={t('common.retry')}
        onMore={() => void closedPages.loadMore()}
      />
    </>
  )
})

/** PRODUCT.md 5.1: "No order record", and what to do next. */
export function NoOrders() {
  const t = useT()
  return (
    <EmptyState
      icon="positions"
      title={t('orders.empty')}
      text={t('orders.emptyText')}
      actionLabel={t('trade.toProducts')}
      onAction={() => openPage('/pages/product/product')}
    />
  )
}

function groupByDay(orders: readonly Order[], zone: 'local' | 'utc'): [string, Order[]][] {
  const days = new Map<string, Order[]>()
  for (const order of orders) {
    const day = formatDayKey(order.closedAt ?? order.acceptedAt, zone)
    days.set(day, [...(days.get(day) ?? []), order])
  }
  return [...days]
}
