import { View } from '@tarojs/components'
import AtSteps from 'taro-ui/lib/components/steps/index'
import 'taro-ui/lib/style/components/steps.scss'
import { classNames } from './classNames'
import './Steps.scss'

export interface StepsProps {
  /** Says in words what the picture shows, e.g. "Step 1 of 2". */
  label: string
  titles: readonly string[]
  /** Counts from 0. */
  current: number
  /** Steps that are done and get a tick; those before the current one if left out. */
  done?: readonly number[]
  /** Somebody else has to act on the current step, or has refused it. */
  state?: 'waiting' | 'refused' | undefined
}

/** Progress through a few steps. A picture: `label` says what it shows. */
export function Steps({ label, titles, current, done = [...titles.keys()].slice(0, current), state }: StepsProps) {
  const items = titles.map((title, index) => ({
    title,
    ...(done.includes(index) && { status: 'success' as const }),
    ...(index === current && state === 'refused' && { status: 'error' as const }),
  }))
  return (
    <View className={classNames('steps', state === 'waiting' && 'steps--waiting')} ariaRole="img" aria-label={label}>
      <AtSteps items={items} current={current} />
    </View>
  )
}
