import { Text, View } from '@tarojs/components'
import AtNoticebar from 'taro-ui/lib/components/noticebar/index'
import 'taro-ui/lib/style/components/noticebar.scss'
import { Button } from './Button'
import { Icon, type IconName } from './Icon'
import './Banner.scss'
import { classNames } from './classNames'

export interface BannerProps {
  text: string
  tone?: 'warn' | 'brand'
  icon?: IconName
  /** Within the page's gutters, above what it is about. */
  inset?: boolean
  actionLabel?: string
  onAction?: () => void
}

/** A notice across the page, for a state that lasts. */
export function Banner({ text, tone = 'warn', icon = 'info', inset = false, actionLabel, onAction }: BannerProps) {
  return (
    <View ariaRole="status">
      <AtNoticebar className={classNames('banner', `banner--${tone}`, inset && 'banner--inset')}>
        <View className="banner__line line gap-8">
          <Icon name={icon} size={18} />
          <Text className="fills">{text}</Text>
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
