import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { Order } from '../../../contract/orders'
import { EmptyState } from '../../components/EmptyState'
import { Skeleton } from '../../components/Skeleton'
import { addMoney, type Money, moneyText, parseMoney, zeroMoney } from '../../domain/money'
import { moveOf } from '../../domain/price'
import { formatDayKey } from '../../domain/time'
import { useT } from '../../i18n'
import { useDayFormat } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import { Amount } from '../../ui/Amount'
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
        groupByDay(closed, preferences.timeZone).map(([day, ordersOfDay], index, all) => (
          <View key={day} className="positions__group">
            <View className="row positions__day">
              <Text className="muted t13" ariaRole="heading" aria-level={2}>
                {days.full(day.replaceAll('/', '-'))}
              </Text>
              {/* A day of which only a part is loaded has no sum. */}
              {index < all.length - 1 || orders.closedPages.more === 'end' ? <DaySum orders={ordersOfDay} /> : null}
            </View>
            <View className="closed-day">
              {ordersOfDay.map((order) => (
                <ClosedRow
                  key={order.id}
                  order={order}
                  onOpen={() => openPage('/pages/order/closed', { id: order.id })}
                />
              ))}
            </View>
          </View>
        ))
      }
    </PagedItems>
  )
})

/** What the orders of a day came to. */
const DaySum = observer(function DaySum({ orders }: { orders: readonly Order[] }) {
  const format = useFormat()
  const { scale } = useStores().session
  const sum = moneyText(
    orders
      .map(({ profitLoss }) => parseMoney(profitLoss ?? '0', scale))
      .filter((money): money is Money => money !== undefined)
      .reduce(addMoney, zeroMoney(scale)),
  )
  return <Amount className="strong t13 num" move={moveOf(sum)} text={format.signed(sum)} />
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
