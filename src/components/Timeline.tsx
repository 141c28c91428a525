import { Text, View } from '@tarojs/components'
import AtTimeline from 'taro-ui/lib/components/timeline/index'
import 'taro-ui/lib/style/components/timeline.scss'
import './Timeline.scss'

export interface TimelineProps {
  /** Names the list. */
  label: string
  /** Oldest first; `done` is false for the next expected step. */
  steps: readonly { key: string; title: string; time: string; done: boolean; tone?: 'good' | 'bad' }[]
}

const COLOR = { good: 'green', bad: 'red' } as const

/** Past and next steps. The widget sets no ARIA roles, so this component does. */
export function Timeline({ label, steps }: TimelineProps) {
  const items = steps.map(({ key, title, time, done, tone }) => ({
    color: done ? tone && COLOR[tone] : 'next',
    title: (
      <View key={key} className="timeline__step" ariaRole="listitem">
        <Text className="timeline__title">{title}</Text>
        <Text className="timeline__time num">{time}</Text>
      </View>
    ),
  }))
  return (
    <View ariaRole="list" aria-label={label}>
      <AtTimeline className="timeline" items={items} />
    </View>
  )
}
