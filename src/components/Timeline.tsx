import { Text, View } from '@tarojs/components'
import { classNames } from './classNames'
import './Timeline.scss'

export interface TimelineProps {
  /** Names the list. */
  label: string
  /** Oldest first; `done` is false for what is expected next. */
  steps: readonly { key: string; title: string; time: string; done: boolean; tone?: 'good' | 'bad' }[]
}

/** What has happened, step by step, and what comes next. */
export function Timeline({ label, steps }: TimelineProps) {
  return (
    <View className="timeline" ariaRole="list" aria-label={label}>
      {steps.map(({ key, title, time, done, tone }) => (
        <View
          key={key}
          className={classNames('timeline__step', !done && 'timeline__step--next', tone && `timeline__step--${tone}`)}
          ariaRole="listitem"
        >
          <View className="timeline__mark" aria-hidden />
          <Text className="timeline__title">{title}</Text>
          <Text className="timeline__time num">{time}</Text>
        </View>
      ))}
    </View>
  )
}
