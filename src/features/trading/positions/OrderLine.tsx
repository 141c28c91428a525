import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Order } from '../../../../contract/orders'
import { maskOf } from '../../../components/cutOf'
import { orderLineOf } from '../../../domain/trail'
import { useLate } from '../../../stores/StoresContext'
import './OrderLine.scss'
import { useForecast } from './useForecast'

const BOX = { width: 320, height: 44 }

/** The course of an order under way: its entry price as a level line, and the price around it. Figures say the same. */
export const OrderLine = observer(function OrderLine({ order }: { order: Order }) {
  const { trails } = useLate()
  const { forecast } = useForecast(order)
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
  const move = forecast?.move ?? 'level'
  return (
    <View className="order-line" aria-hidden>
      <View className="order-line__entry cut" style={maskOf(line.entry, BOX, { extra: "stroke-dasharray='4 4'" })} />
      {line.prices === '' ? null : (
        <View className={`order-line__prices order-line__prices--${move} cut`} style={maskOf(line.prices, BOX)} />
      )}
    </View>
  )
})
