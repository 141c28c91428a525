import { Text, View } from '@tarojs/components'
import AtNoticebar from 'taro-ui/lib/components/noticebar/index'
import 'taro-ui/lib/style/components/noticebar.scss'
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
    <View ariaRole="status">
      <AtNoticebar className={`banner banner--${tone}`}>
        <View className="banner__line">
          <Icon name={icon} size={18} />
          <Text className="banner__text">{text}</Text>
          {actionLabel && onAction ? (
            <Button tone="plain" size="medium" block={false} onClick={onAction}>
              {actionLabel}
            </Button>
          ) : null}
        </View>
      </AtNoticebar>
    </View>
  )
}
