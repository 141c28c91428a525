import { View } from '@tarojs/components'
import { cssHeight } from '../../../components/chart/ChartCanvas'
import type { ChartRoomProps } from './ChartRoom'
import { useChartHeight } from './chartHeight'

/** No style sheet knows how high WeChat's own bars are. */
export function ChartRoom({ hasOrders }: ChartRoomProps) {
  return <View style={{ height: cssHeight(useChartHeight({ hasOrders })) }} aria-busy />
}
