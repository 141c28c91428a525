import { View } from '@tarojs/components'
import { classNames } from '../../../components/classNames'
import './PriceChart.scss'

export interface ChartRoomProps {
  hasOrders: boolean
}

/** Where the chart will be. The twin is `ChartRoom.weapp.tsx`. */
export function ChartRoom({ hasOrders }: ChartRoomProps) {
  return <View className={classNames('price-chart__room', hasOrders && 'price-chart__room--short')} aria-busy />
}
