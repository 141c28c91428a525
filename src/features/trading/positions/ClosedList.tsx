import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Order, OrdersExportQuery } from '../../../../contract/orders'
import { Button } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { Skeleton } from '../../../components/Skeleton'
import { Amount } from '../../../connected/Amount'
import { PagedItems } from '../../../connected/PagedItems'
import { byDay } from '../../../domain/byDay'
import { addMoney, type Money, moneyText, parseMoney, zeroMoney } from '../../../domain/money'
import { moveOf } from '../../../domain/price'
import { useT } from '../../../i18n'
import { useDayFormat } from '../../../i18n/days'
import { useFormat } from '../../../i18n/format'
import { openPage } from '../../../platform/navigation'
import { useLate, useStores } from '../../../stores/StoresContext'
import { type ClosedFilter, ClosedFilters, ExportClosed, queryOf } from './ClosedFilters'
import { ClosedRow } from './ClosedRow'
import { useVerified } from './useVerified'

/** Closed orders by day, in pages: all, or those that a filter finds. */
export const ClosedList = observer(function ClosedList() {
  const t = useT()
  const { orders, ownResults, preferences } = useLate()
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
          <View className="closed__tools wraps">
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
  const { orders } = useLate()
  return (
    <PagedItems
      list={orders.closedPages}
      items={orders.closed}
      loading={<Skeleton shape="block" count={4} />}
      empty={<NoOrders />}
    >
      {(closed) => <Days orders={closed} isWhole={orders.closedPages.more === 'end'} />}
    </PagedItems>
  )
})

const Found = observer(function Found({ onClear }: { onClear: () => void }) {
  const t = useT()
  const { found } = useLate().ownResults
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
      {(closed) => <Days orders={closed} isWhole={found.more === 'end'} />}
    </PagedItems>
  )
})

interface DaysProps {
  orders: readonly Order[]
  /** All of the last day are loaded. */
  isWhole: boolean
}

const Days = observer(function Days({ orders, isWhole }: DaysProps) {
  const { preferences } = useStores()
  const days = useDayFormat()
  useVerified(orders)
  return (
    <>
      {byDay(orders, ({ closedAt, acceptedAt }) => closedAt ?? acceptedAt, preferences.timeZone).map(
        ([day, ordersOfDay], index, all) => (
          <View key={day} className="positions__group">
            <View className="row positions__day">
              <Text className="muted t13" ariaRole="heading" aria-level={2}>
                {days.full(day)}
              </Text>
              {/* A day of which only a part is loaded has no sum. */}
              {isWhole || index < all.length - 1 ? <DaySum orders={ordersOfDay} /> : null}
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
        ),
      )}
    </>
  )
})

/** The result of a day's orders. */
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
