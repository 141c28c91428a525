import { View } from '@tarojs/components'
import AtProgress from 'taro-ui/lib/components/progress/index'
import 'taro-ui/lib/style/components/progress.scss'
import './Progress.scss'

export interface ProgressProps {
  /** Names the data that is sent or loaded. */
  label: string
  /** 0 to 100. */
  percent: number
}

/** A bar that shows how far something is. */
export function Progress({ label, percent }: ProgressProps) {
  const now = Math.floor(percent)
  const value = { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': now }
  return (
    <View className="progress" ariaRole="progressbar" aria-label={label} {...value}>
      <AtProgress percent={now} isHidePercent />
    </View>
  )
}
