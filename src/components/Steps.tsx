import { View } from '@tarojs/components'
import AtSteps from 'taro-ui/lib/components/steps/index'
import 'taro-ui/lib/style/components/steps.scss'
import './Steps.scss'

export interface StepsProps {
  /** Says in words what the picture shows, e.g. "Step 1 of 2". */
  label: string
  titles: readonly string[]
  /** Counts from 0. */
  current: number
}

/** Progress through a few steps. A picture: `label` says what it shows. */
export function Steps({ label, titles, current }: StepsProps) {
  return (
    <View className="steps" ariaRole="img" aria-label={label}>
      <AtSteps items={titles.map((title) => ({ title }))} current={current} />
    </View>
  )
}
