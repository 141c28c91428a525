import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Order } from '../../../../contract/orders'
import { Card } from '../../../components/Card'
import { classNames } from '../../../components/classNames'
import { Icon } from '../../../components/Icon'
import { Amount } from '../../../connected/Amount'
import { UnclearList } from '../../../connected/UnclearList'
import { useServerNow } from '../../../connected/useServerNow'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { jump, openPage } from '../../../platform/navigation'
import { ORDERS_URL } from '../../../routes'
import { useStores } from '../../../stores/StoresContext'
import { directionWord } from '../words'
import { ClosedRow } from './ClosedRow'
import { IntentCard } from './IntentCard'
import { OrderCountdown } from './OrderCountdown'
import './OwnOrders.scss'
import { forecastOf, leftMsOf } from './orderOutcome'
import { useJustClosed } from './useJustClosed'

const SHOWN_MAX = 5
const CLOSED_MS = 120_000
const CLOSED_MAX = 2

/** The user's orders on this product: one whose answer was lost, those under way, and how the last ones ended. */
export const OwnOrders = observer(function OwnOrders({ own, placed }: OwnOrdersProps) {
  const t = useT()
  const { orders } = useStores()
  const said = placed === undefined ? undefined : t('trade.placed')
  return (
    <View className={own.any ? 'pad own-orders' : undefined}>
      <UnclearList
        sender={orders.sender}
        card={(one) => (one.intent.body.symbol === own.symbol ? <IntentCard {...one} /> : null)}
      />
      {own.held.map((order) => (
        <OwnOrder key={order.id} order={order} said={order.id === placed ? said : undefined} />
      ))}
      <View ariaRole="status">
        <Text className="sr-only">{said}</Text>
        {own.closed.map((order) => (
          <ClosedRow key={order.id} order={order} onOpen={() => openPage('/pages/order/closed', { id: order.id })} />
        ))}
      </View>
    </View>
  )
})

interface OwnOrdersProps {
  own: Own
  /** The id of the order whose card says that it was placed. */
  placed?: string | undefined
}

export interface Own {
  symbol: string
  held: readonly Order[]
  /** Orders that have just closed. */
  closed: readonly Order[]
  /** Whether there is anything to show, including an order whose answer was lost. */
  any: boolean
}

/** The user's orders on one product. For observers. */
export function useOwnOrders(symbol: string): Own {
  const { orders } = useStores()
  const held = orders.positions.filter((order) => order.symbol === symbol).slice(0, SHOWN_MAX)
  const closed = useJustClosed(CLOSED_MS, CLOSED_MAX, symbol)
  const isUnclear = orders.sender.unclear.some(({ body }) => body.symbol === symbol)
  return { symbol, held, closed, any: isUnclear || held.length + closed.length > 0 }
}

interface OwnOrderProps {
  order: Order
  /** That it has just been placed. */
  said: string | undefined
}

const OwnOrder = observer(function OwnOrder({ order, said }: OwnOrderProps) {
  const t = useT()
  const format = useFormat()
  const from =
    order.entryPrice === null ? t('orders.waitingEntry') : t('orders.from', { price: format.number(order.entryPrice) })
  return (
    <Card className={classNames('own-order', said && 'own-order--placed')} onClick={() => jump(ORDERS_URL)}>
      <OrderCountdown order={order} />
      <View className="own-order__text">
        <Amount
          className="strong num"
          text={format.number(order.stake)}
          say={(amount) => `${directionWord(order.direction, t)} ·\u00a0${amount}`}
        />
        {said ? (
          <Text className="own-order__said t12" aria-hidden>
            <Icon name="check" size={14} /> {said}
          </Text>
        ) : (
          <Text className="muted t12 num">{from}</Text>
        )}
      </View>
      <OwnOrderFigure order={order} />
    </Card>
  )
})

const OwnOrderFigure = observer(function OwnOrderFigure({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const { market } = useStores()
  const now = useServerNow(500)
  const forecast = forecastOf(order, market.freshPriceOf(order.symbol, now), now)
  const isOver = leftMsOf(order, now) === 0
  if (!forecast) {
    const waiting = isOver ? 'orders.waitingResult' : order.entryPrice === null ? undefined : 'orders.waitingPrice'
    return <Text className="muted t12">{waiting && t(waiting)}</Text>
  }
  return (
    <View className="own-order__figure">
      <Amount className="strong t16 num" move={forecast.move} text={format.signed(forecast.profitLoss)} />
      <Text className="muted t12">{t('orders.ifNow')}</Text>
    </View>
  )
})
