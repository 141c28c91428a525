import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { Order } from '../../../contract/orders'
import { EmptyState } from '../../components/EmptyState'
import { Skeleton } from '../../components/Skeleton'
import { formatDayKey } from '../../domain/time'
import { useT } from '../../i18n'
import { useDayFormat } from '../../i18n/days'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import { PagedItems } from '../../ui/PagedItems'
import { useRecordsEnd } from '../../ui/useRecordsEnd'
import { ClosedRow } from './ClosedRow'
import { useVerified } from './useVerified'

/** Closed orders by day, in pages. */
export const ClosedList = observer(function ClosedList() {
  const { orders, preferences } = useStores()
  const endNote = useRecordsEnd()
  useEffect(() => {
    void orders.closedPages.refresh()
  }, [orders])
  useVerified(orders.closed)
  const days = useDayFormat()
  return (
    <PagedItems
      list={orders.closedPages}
      items={orders.closed}
      loading={<Skeleton shape="block" count={4} />}
      empty={<NoOrders />}
      endNote={endNote}
    >
      {(closed) =>
        groupByDay(closed, preferences.timeZone).map(([day, ordersOfDay]) => (
          <View key={day} className="positions__group">
            <Text className="positions__day muted t13" ariaRole="heading" aria-level={2}>
              {days.full(day.replaceAll('/', '-'))}
            </Text>
            {ordersOfDay.map((order) => (
              <ClosedRow
                key={order.id}
                order={order}
                onOpen={() => openPage('/pages/order/closed', { id: order.id })}
              />
            ))}
          </View>
        ))
      }
    </PagedItems>
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
      actionLabel={t('common.productsLink')}
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
