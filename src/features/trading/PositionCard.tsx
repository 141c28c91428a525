import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Order } from '../../../contract/orders'
import { Card } from '../../components/Card'
import { Tag } from '../../components/Tag'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import { Amount } from '../../ui/Amount'
import { useServerNow } from '../../ui/useServerNow'
import { directionText, directionTone } from './words'
import './PositionCard.scss'
import { formatCountdown } from '../../domain/time'
import { OrderCountdown } from './OrderCountdown'
import { OrderLine } from './OrderLine'
import { countdownOf, forecastOf } from './orderOutcome'
import { useQuote } from './productHooks'

/** One order under way, as on the positions page. */
export const PositionCard = observer(function PositionCard({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const { market } = useStores()
  const name = market.nameOf(order.symbol)
  return (
    <Card className="position" onClick={() => openPage('/pages/Detail/Detail', { symbol: order.symbol })}>
      <View className="position__head">
        <OrderCountdown order={order} />
        <View className="position__body">
          <View className="row">
            <Text className="position__name">{name}</Text>
            <HoldingFigure order={order} />
          </View>
          <View className="row t13">
            <View className="position__terms">
              <Tag tone={directionTone(order.direction)}>{directionText(order.direction, t)}</Tag>
              <Amount className="muted num" text={format.number(order.stake)} />
            </View>
            <HoldingStanding order={order} />
          </View>
        </View>
      </View>
      <OrderLine order={order} />
      <HoldingPrices order={order} />
      <HoldingFacts order={order} />
    </Card>
  )
})

/** The only parts that change with a tick or with the clock are their own observers. */
const HoldingFigure = observer(function HoldingFigure({ order }: { order: Order }) {
  const format = useFormat()
  const now = useServerNow(500)
  const forecast = forecastOf(order, useQuote(order.symbol)?.price, now)
  if (!forecast) return <Text className="position__figure muted">…</Text>
  return <Amount className="position__figure num" move={forecast.move} text={format.signed(forecast.profitLoss)} />
})

const HoldingStanding = observer(function HoldingStanding({ order }: { order: Order }) {
  const t = useT()
  const now = useServerNow(500)
  const forecast = forecastOf(order, useQuote(order.symbol)?.price, now)
  const isOver = countdownOf(order, now)?.leftMs === 0
  const text = forecast
    ? t(`orders.${forecast.standing}`)
    : isOver
      ? t('orders.waitingResult')
      : order.entryPrice === null
        ? t('orders.waitingEntry')
        : ''
  return <Text className="muted t12 position__standing">{text}</Text>
})

const HoldingPrices = observer(function HoldingPrices({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const now = useServerNow(500)
  const quote = useQuote(order.symbol)
  const forecast = forecastOf(order, quote?.price, now)
  if (order.entryPrice === null) return null
  return (
    <View className="row t13 num position__prices">
      <Text>
        <Text className="muted">{t('orders.purchase')}</Text> {format.number(order.entryPrice)}
      </Text>
      {quote ? (
        <Text>
          <Text className="muted">{t('orders.now')}</Text>{' '}
          <Text className={`strong ${forecast?.move ?? ''}`}>{format.number(quote.price)}</Text>
        </Text>
      ) : null}
    </View>
  )
})

const HoldingFacts = observer(function HoldingFacts({ order }: { order: Order }) {
  const t = useT()
  const now = useServerNow(500)
  return (
    <View className="row t12 num position__facts">
      <Text className="muted">
        {t('orders.detail.number')} <Text className="position__number">{order.number}</Text>
      </Text>
      <Text className="muted">
        {t('orders.detail.holdingTime')} {formatCountdown(now - Date.parse(order.acceptedAt))}
      </Text>
    </View>
  )
})
