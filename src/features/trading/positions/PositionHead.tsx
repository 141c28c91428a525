import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Order } from '../../../../contract/orders'
import { Amount } from '../../../connected/Amount'
import { useServerNow } from '../../../connected/useServerNow'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { useStores } from '../../../stores/StoresContext'
import { OrderCountdown } from './OrderCountdown'
import { forecastOf, leftMsOf } from './orderOutcome'
import './PositionHead.scss'
import { directionMark, directionTone, directionWord } from '../words'

/** An open order in one line: the remaining time, the product, and its payout at the present price. */
export const PositionHead = observer(function PositionHead({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const { market } = useStores()
  const name = market.nameOf(order.symbol)
  return (
    <View className="position__head">
      <OrderCountdown order={order} />
      <View className="position__body fills">
        <View className="row">
          <Text className="position__name strong t16">{name}</Text>
          <HoldingFigure order={order} />
        </View>
        <View className="row t13">
          <View className="position__terms wraps">
            <Text className={directionTone(order.direction)} aria-hidden>
              {directionMark(order.direction)}
            </Text>
            <Text className="sr-only">{directionWord(order.direction, t)}</Text>
            <Amount className="muted num" text={format.number(order.stake)} />
          </View>
          <HoldingStanding order={order} />
        </View>
      </View>
    </View>
  )
})

/** The only parts that change with a tick or with the clock are their own observers. */
const HoldingFigure = observer(function HoldingFigure({ order }: { order: Order }) {
  const format = useFormat()
  const { market } = useStores()
  const now = useServerNow(500)
  const forecast = forecastOf(order, market.freshPriceOf(order.symbol, now), now)
  if (!forecast) return <Text className="strong t16 muted">…</Text>
  return <Amount className="strong t16 num" move={forecast.move} text={format.signed(forecast.profitLoss)} />
})

const HoldingStanding = observer(function HoldingStanding({ order }: { order: Order }) {
  const t = useT()
  const { market } = useStores()
  const now = useServerNow(500)
  const forecast = forecastOf(order, market.freshPriceOf(order.symbol, now), now)
  const isOver = leftMsOf(order, now) === 0
  const text = forecast
    ? t(`orders.${forecast.standing}`)
    : isOver
      ? t('orders.waitingResult')
      : order.entryPrice === null
        ? t('orders.waitingEntry')
        : t('orders.waitingPrice')
  return <Text className="muted t12 position__standing">{text}</Text>
})
