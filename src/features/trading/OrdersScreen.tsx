import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { EmptyState } from '../../components/EmptyState'
import { Segmented } from '../../components/Segmented'
import { Skeleton } from '../../components/Skeleton'
import { HIDDEN_AMOUNT } from '../../domain/hiddenAmount'
import { moveOf } from '../../domain/price'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { usePageShown } from '../../platform/usePageShown'
import { useStores } from '../../stores/StoresContext'
import { UnclearList } from '../../ui/UnclearList'
import { useServerNow } from '../../ui/useServerNow'
import { ClosedList, NoOrders } from './ClosedList'
import { HoldingCard } from './HoldingCard'
import { IntentCard } from './IntentCard'
import './OrdersScreen.scss'
import { forecastSum } from './orderOutcome'
import { useWatched } from './useWatched'

/** Positions: what is held with its live countdown, and what has closed. */
export const OrdersScreen = observer(function OrdersScreen() {
  const t = useT()
  const { orders } = useStores()
  const [view, setView] = useState<'holdings' | 'closed'>('holdings')
  const shown = usePageShown()
  useEffect(() => {
    if (shown) void orders.refresh()
  }, [orders, shown])
  const count = orders.holdings.length + orders.sender.unclear.length
  return (
    <>
      <View className="positions__head pad">
        <Segmented
          label={t('orders.segments')}
          value={view}
          onChange={setView}
          options={[
            { value: 'holdings', label: t('orders.holdings', { count }) },
            { value: 'closed', label: t('orders.closed') },
          ]}
        />
      </View>
      <View className="positions__body pad">{view === 'holdings' ? <Holdings /> : <ClosedList />}</View>
    </>
  )
})

const Holdings = observer(function Holdings() {
  const t = useT()
  const { orders } = useStores()
  const { holdings, sender, holdingsState } = orders
  useWatched(holdings.map((order) => order.symbol))
  if (holdings.length === 0 && sender.unclear.length === 0) {
    if (holdingsState.kind === 'failed') {
      return (
        <EmptyState
          icon="offline"
          title={t('common.loadFailed')}
          text={t(`errors.${holdingsState.code}`)}
          actionLabel={t('common.retry')}
          onAction={() => void orders.refresh()}
        />
      )
    }
    return holdingsState.kind === 'ready' ? <NoOrders /> : <Skeleton shape="block" count={3} />
  }
  return (
    <>
      <AllNow />
      <UnclearList sender={sender} card={(unclear) => <IntentCard {...unclear} />} />
      {holdings.map((order) => (
        <HoldingCard key={order.id} order={order} />
      ))}
    </>
  )
})

const AllNow = observer(function AllNow() {
  const t = useT()
  const format = useFormat()
  const { orders, market, session, preferences } = useStores()
  const now = useServerNow(500)
  const scale = session.appInfo?.currency.scale ?? 2
  const sum = forecastSum(orders.holdings, (symbol) => market.quoteOf(symbol)?.price, scale, now)
  if (sum === undefined) return null
  return (
    <View className="row positions__sum">
      <Text className="muted t13">{t('orders.allNow')}</Text>
      {preferences.hideBalances ? (
        <Text className="strong t16">{HIDDEN_AMOUNT}</Text>
      ) : (
        <Text className={`strong t16 num ${moveOf(sum)}`}>{format.signed(sum)}</Text>
      )}
    </View>
  )
})
