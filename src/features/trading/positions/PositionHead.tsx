import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Order } from '../../../../contract/orders'
import { Amount } from '../../../connected/Amount'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { useStores } from '../../../stores/StoresContext'
import { OrderCountdown } from './OrderCountdown'
import './PositionHead.scss'
import { directionMark, directionTone, directionWord } from '../directions'
import { standingText, useForecast } from './useForecast'

/** An open order in one line: the remaining time, the product, and its payout at the present price. */
export const PositionHead = observer(function PositionHead({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const { market } = useStores()
  const name = market.nameOf(order.symbol)
  const standing = useForecast(order)
  const { forecast } = standing
  return (
    <View className="position__head line">
      <OrderCountdown order={order} />
      <View className="position__body fills">
        <View className="row">
          <Text className="position__name strong t16">{name}</Text>
          {forecast ? (
            <Amount className="strong t16 num" move={forecast.move} text={format.signed(forecast.profitLoss)} />
          ) : (
            <Text className="strong t16 muted">…</Text>
          )}
        </View>
        <View className="row t13">
          <View className="position__terms wraps">
            <Text className={directionTone(order.direction)} aria-hidden>
              {directionMark(order.direction)}
            </Text>
            <Text className="sr-only">{directionWord(order.direction, t)}</Text>
            <Amount className="muted num" text={format.number(order.stake)} />
          </View>
          <Text className="muted t12 num position__standing">{standingText(order, standing, t, format)}</Text>
        </View>
      </View>
    </View>
  )
})
