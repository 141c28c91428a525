import { Text, View } from '@tarojs/components'
import { Button } from './Button'
import { Icon, type IconName } from './Icon'
import './EmptyState.scss'

export interface EmptyStateProps {
  icon: IconName
  title: string
  text?: string | undefined
  /** The button for the next step. */
  actionLabel?: string | undefined
  onAction?: (() => void) | undefined
  /** A second, quieter step. */
  secondLabel?: string | undefined
  onSecond?: (() => void) | undefined
}

/** The content of an empty list: a small drawing, the words, and what to do next. */
export function EmptyState(props: EmptyStateProps) {
  return (
    <View className="empty">
      <View className="empty__drawing" aria-hidden>
        <View className="empty__sheet column empty__sheet--back" />
        <View className="empty__sheet column">
          <Icon name={props.icon} size={32} />
          <View className="empty__line" />
          <View className="empty__line empty__line--short" />
        </View>
      </View>
      <Text className="strong t16">{props.title}</Text>
      {props.text ? <Text className="empty__text">{props.text}</Text> : null}
      {props.actionLabel && props.onAction ? (
        <Button className="empty__action" size="medium" block={false} onClick={props.onAction}>
          {props.actionLabel}
        </Button>
      ) : null}
      {props.secondLabel && props.onSecond ? (
        <Button tone="plain" size="medium" block={false} onClick={props.onSecond}>
          {props.secondLabel}
        </Button>
      ) : null}
    </View>
  )
}
