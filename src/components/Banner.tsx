import { Text, View } from '@tarojs/components'
import { Button } from './Button'
import { Icon, type IconName } from './Icon'
import './Banner.scss'

export interface BannerProps {
  text: string
  tone?: 'warn' | 'brand'
  icon?: IconName
  actionLabel?: string
  onAction?: () => void
}

/** A notice across the page, for a state that lasts. */
export function Banner({ text, tone = 'warn', icon = 'info', actionLabel, onAction }: BannerProps) {
  return (
    <View className={`banner banner--${tone}`} ariaRole="status">
      <Icon name={icon} size={18} />
      <Text className="banner__text">{text}</Text>
      {actionLabel && onAction ? (
        <Button tone="plain" size="medium" block={false} onClick={onAction}>
          {actionLabel}
        </Button>
      ) : null}
    </View>
  )
}
