import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Order } from '../../../../contract/orders'
import { Banner } from '../../../components/Banner'
import { Segmented } from '../../../components/Segmented'
import { Skeleton } from '../../../components/Skeleton'
import { Amount } from '../../../connected/Amount'
import { Loaded } from '../../../connected/Loaded'
import { UnclearList } from '../../../connected/UnclearList'
import { useEachSecond } from '../../../connected/useEachSecond'
import { DOUBLE_CLICK_MS, useOneAtATime } from '../../../connected/useOneAtATime'
import { useReload } from '../../../connected/useReload'
import { useWatched } from '../../../connected/useWatched'
import { moveOf } from '../../../domain/price'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { openPage } from '../../../platform/navigation'
import { useLate } from '../../../stores/StoresContext'
import { DisputeCard, SplitCard } from '../evidence/DisputeCard'
import { ClosedList, NoOrders } from './ClosedList'
import { ClosedRow } from './ClosedRow'
import { IntentCard } from './IntentCard'
import { PositionCard } from './PositionCard'
import './OrdersScreen.scss'
import { bySoonest, forecastSum } from './orderOutcome'
import { useJustClosed } from './useJustClosed'
import { useVerified } from './useVerified'

const JUST_CLOSED_MS = 3_600_000
const JUST_CLOSED_MAX = 3

/** Positions: open orders with their live countdowns, and closed ones. */
export const OrdersScreen = observer(function OrdersScreen() {
  const t = useT()
  const { orders } = useLate()
  const [view, setView] = useState<'positions' | 'closed'>('positions')
  useReload(() => orders.refresh())
  const count = orders.positions.length + orders.sender.unclear.length
  return (
    <>
      <View className="positions__head pad">
        <Segmented
          label={t('orders.segments')}
          value={view}
          onChange={setView}
          options={[
            { value: 'positions', label: t('orders.holdings', { count }) },
            { value: 'closed', label: t('orders.closed') },
          ]}
        />
      </View>
      <View className="positions__body pad">
        <Disputes />
        {view === 'positions' ? <Positions /> : <ClosedList />}
      </View>
    </>
  )
})

/** Orders for which the service does not stand by what it has signed. */
const Disputes = observer(function Disputes() {
  const { evidence } = useLate()
  // The next card moves to where the dismissed one was.
  const { run } = useOneAtATime(DOUBLE_CLICK_MS)
  return (
    <>
      <SplitCard onDismiss={() => void run(async () => evidence.dismissSplit())} />
      {evidence.disputes.map((dispute) => (
        <DisputeCard
          key={dispute.kept.orderId}
          dispute={dispute}
          onDismiss={() => void run(async () => evidence.dismiss(dispute.kept.orderId))}
        />
      ))}
    </>
  )
})

const Positions = observer(function Positions() {
  const t = useT()
  const { orders, trails } = useLate()
  const { positions, sender, positionsLoaded } = orders
  useWatched(positions.map((order) => order.symbol))
  useReload(() => trails.load(), { on: [...orders.heldSince.keys()].sort() })
  const recent = useJustClosed(JUST_CLOSED_MS, JUST_CLOSED_MAX)
  if (positions.length === 0 && sender.unclear.length === 0) {
    if (recent.length > 0) return <JustClosed title={t('orders.justClosed')} orders={recent} />
    return (
      <Loaded from={positionsLoaded} loading={<Skeleton shape="block" count={3} />} onRetry={() => orders.refresh()}>
        {() => <NoneOpen />}
      </Loaded>
    )
  }
  return (
    <>
      {positionsLoaded.refreshFailure === undefined ? null : (
        <Banner inset text={t('common.stale')} actionLabel={t('common.retry')} onAction={() => void orders.refresh()} />
      )}
      <AllNow />
      <UnclearList sender={sender} card={(unclear) => <IntentCard {...unclear} />} />
      {[...positions].sort(bySoonest).map((order) => (
        <PositionCard key={order.id} order={order} />
      ))}
      <JustClosed title={t('orders.justClosed')} orders={recent} />
    </>
  )
})

/** Nothing is held: the last orders that closed, or how to begin for who never had one. */
const NoneOpen = observer(function NoneOpen() {
  const t = useT()
  const { orders } = useLate()
  useEffect(() => {
    void orders.closedPages.refresh()
  }, [orders])
  return (
    <Loaded from={orders.closedPages} loading={<Skeleton shape="block" count={3} />}>
      {() =>
        orders.closed.length === 0 ? (
          <NoOrders />
        ) : (
          <>
            <Text className="muted">{t('orders.noneOpen')}</Text>
            <JustClosed title={t('orders.closed')} orders={orders.closed.slice(0, JUST_CLOSED_MAX)} />
          </>
        )
      }
    </Loaded>
  )
})

function JustClosed({ orders, title }: { orders: readonly Order[]; title: string }) {
  useVerified(orders)
  if (orders.length === 0) return null
  return (
    <View className="positions__group">
      <View className="positions__day muted t13" ariaRole="heading" aria-level={2}>
        {title}
      </View>
      <View className="closed-day">
        {orders.map((order) => (
          <ClosedRow key={order.id} order={order} onOpen={() => openPage('/pages/order/closed', { id: order.id })} />
        ))}
      </View>
    </View>
  )
}

const AllNow = observer(function AllNow() {
  const t = useT()
  const format = useFormat()
  const { orders, market, session } = useLate()
  const { scale } = session
  const { positions } = orders
  const sum = useEachSecond((now) => forecastSum(positions, (symbol) => market.freshPriceOf(symbol, now), scale, now))
  if (sum === undefined) return null
  return (
    <View className="row positions__sum">
      <Text className="muted t13">{t('orders.allNow')}</Text>
      <Amount className="strong t16 num" move={moveOf(sum)} text={format.signed(sum)} />
    </View>
  )
})
