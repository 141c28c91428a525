import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Order } from '../../../contract/orders'
import { Card } from '../../components/Card'
import { HIDDEN_AMOUNT } from '../../domain/labels'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { jump } from '../../platform/navigation'
import { ORDERS_URL } from '../../routes'
import { useStores } from '../../stores/StoresContext'
import { useShownAmount } from '../../ui/Amount'
import { useServerNow } from '../../ui/useServerNow'
import { OrderCountdown } from './OrderCountdown'
import './OwnOrders.scss'
import { countdownOf, forecastOf } from './orderOutcome'
import { useQuote } from './productHooks'

const SHOWN_MAX = 5

/** The user's orders under way on this product. */
export const OwnOrders = observer(function OwnOrders({ symbol }: { symbol: string }) {
  const { orders } = useStores()
  const own = orders.positions.filter((order) => order.symbol === symbol).slice(0, SHOWN_MAX)
  if (own.length === 0) return null
  return (
    <View className="pad own-orders">
      {own.map((order) => (
        <OwnOrder key={order.id} order={order} />
      ))}
    </View>
  )
})

const OwnOrder = observer(function OwnOrder({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  const direction = order.direction === 'up' ? t('trade.buyUp') : t('trade.sellDown')
  const stake = shown(format.number(order.stake))
  const from =
    order.entryPrice === null ? t('orders.waitingEntry') : t('orders.from', { price: format.number(order.entryPrice) })
  return (
    <Card className="own-order" onClick={() => jump(ORDERS_URL)}>
      <OrderCountdown order={order} />
      <View className="own-order__text">
        <Text className="strong num">
          {direction} · {stake}
        </Text>
        <Text className="muted t12 num">{from}</Text>
      </View>
      <OwnOrderFigure order={order} />
    </Card>
  )
})

const OwnOrderFigure = observer(function OwnOrderFigure({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const { preferences } = useStores()
  const now = useServerNow(500)
  const forecast = forecastOf(order, useQuote(order.symbol)?.price, now)
  const isOver = countdownOf(order, now)?.leftMs === 0
  if (!forecast) return <Text className="muted t12">{isOver ? t('orders.waitingResult') : ''}</Text>
  return (
    <View className="own-order__figure">
      <Text className={`strong t16 num ${preferences.hideBalances ? '' : forecast.move}`}>
        {preferences.hideBalances ? HIDDEN_AMOUNT : format.signed(forecast.profitLoss)}
      </Text>
      <Text className="muted t12">{t('orders.ifNow')}</Text>
    </View>
  )
})
