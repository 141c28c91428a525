import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Order, OrdersExportQuery } from '../../../contract/orders'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { Skeleton } from '../../components/Skeleton'
import { formatDayKey } from '../../domain/time'
import { useT } from '../../i18n'
import { useDayFormat } from '../../i18n/days'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import { PagedItems } from '../../ui/PagedItems'
import { useRecordsEnd } from '../../ui/useRecordsEnd'
import { type ClosedFilter, ClosedFilters, ExportClosed, queryOf } from './ClosedFilters'
import { ClosedRow } from './ClosedRow'
import { useVerified } from './useVerified'

/** Closed orders by day, in pages: all, or those that a filter finds. */
export const ClosedList = observer(function ClosedList() {
  const t = useT()
  const { orders, ownResults, preferences } = useStores()
  const [filter, setFilter] = useState<ClosedFilter>({})
  const isFiltered = Object.keys(filter).length > 0
  const query = queryOf(filter, preferences.timeZone)
  const key = JSON.stringify(query)
  useEffect(() => {
    if (key === '{}') void orders.closedPages.refresh()
    else void ownResults.found.setFilter(JSON.parse(key) as OrdersExportQuery)
  }, [orders, ownResults, key])
  return (
    <View className="closed">
      {isFiltered || orders.closed.length > 0 ? (
        <>
          <ClosedFilters filter={filter} onChange={setFilter} />
          <View className="closed__tools">
            <Button tone="secondary" size="medium" block={false} onClick={() => openPage('/pages/results/results')}>
              {t('title.results')}
            </Button>
            <ExportClosed filter={query} />
          </View>
        </>
      ) : null}
      {isFiltered ? <Found onClear={() => setFilter({})} /> : <All />}
    </View>
  )
})

const All = observer(function All() {
  const { orders } = useStores()
  const endNote = useRecordsEnd()
  return (
    <PagedItems
      list={orders.closedPages}
      items={orders.closed}
      loading={<Skeleton shape="block" count={4} />}
      empty={<NoOrders />}
      endNote={endNote}
    >
      {(closed) => <Days orders={closed} />}
    </PagedItems>
  )
})

const Found = observer(function Found({ onClear }: { onClear: () => void }) {
  const t = useT()
  const { found } = useStores().ownResults
  const empty = (
    <EmptyState
      icon="positions"
      title={t('orders.empty')}
      text={t('wallet.record.emptyFiltered')}
      actionLabel={t('common.showAll')}
      onAction={onClear}
    />
  )
  return (
    <PagedItems list={found} loading={<Skeleton shape="block" count={4} />} empty={empty}>
      {(closed) => <Days orders={closed} />}
    </PagedItems>
  )
})

const Days = observer(function Days({ orders }: { orders: readonly Order[] }) {
  const { preferences } = useStores()
  const days = useDayFormat()
  useVerified(orders)
  return (
    <>
      {groupByDay(orders, preferences.timeZone).map(([day, ordersOfDay]) => (
        <View key={day} className="positions__group">
          <Text className="positions__day muted t13" ariaRole="heading" aria-level={2}>
            {days.full(day.replaceAll('/', '-'))}
          </Text>
          {ordersOfDay.map((order) => (
            <ClosedRow key={order.id} order={order} onOpen={() => openPage('/pages/order/closed', { id: order.id })} />
          ))}
        </View>
      ))}
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
