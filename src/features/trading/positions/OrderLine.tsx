import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Order } from '../../../../contract/orders'
import { maskOf } from '../../../components/cutOf'
import { useServerNow } from '../../../connected/useServerNow'
import { orderLineOf } from '../../../domain/trail'
import { useStores } from '../../../stores/StoresContext'
import './OrderLine.scss'
import { forecastOf } from './orderOutcome'

const BOX = { width: 320, height: 44 }
const RENEW_MS = 1_000

/** The course of an order under way: its entry price as a level line, and the price around it. Figures say the same. */
export const OrderLine = observer(function OrderLine({ order }: { order: Order }) {
  const { market, trails } = useStores()
  const now = useServerNow(RENEW_MS)
  if (order.entryPrice === null || order.entryAt === null || order.expiresAt === null) return null
  const line = orderLineOf(
    trails.trailOf(order.symbol),
    {
      entryPrice: Number(order.entryPrice),
      entryAt: Date.parse(order.entryAt),
      expiresAt: Date.parse(order.expiresAt),
    },
    BOX,
  )
  const move = forecastOf(order, market.freshPriceOf(order.symbol, now), now)?.move ?? 'level'
  return (
    <View className="order-line" aria-hidden>
      <View className="order-line__entry cut" style={maskOf(line.entry, BOX, { extra: "stroke-dasharray='4 4'" })} />
      {line.prices === '' ? null : (
        <View className={`order-line__prices order-line__prices--${move} cut`} style={maskOf(line.prices, BOX)} />
      )}
    </View>
  )
})
