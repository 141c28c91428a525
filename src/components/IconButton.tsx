import { Button, View } from '@tarojs/components'
import AtBadge from 'taro-ui/lib/components/badge/index'
import 'taro-ui/lib/style/components/badge.scss'
import { Icon, type IconProps } from './Icon'
import './IconButton.scss'

export interface IconButtonProps {
  icon: IconProps['name']
  size?: IconProps['size']
  /** The button's action; it has no other text. */
  label: string
  onClick?: () => void
  /** A short text over the icon, e.g. how much is unread; `label` says it too. Empty for none. */
  badge?: string
  /** WeChat's own reaction to a tap. */
  openType?: 'share'
  /** For a button that stays on or off, such as a favourite. */
  pressed?: boolean
}

/** An icon to tap, 44 by 44. */
export function IconButton({ icon, size, label, onClick, pressed, badge, openType }: IconButtonProps) {
  return (
    <Button className="icon-button" aria-label={label} aria-pressed={pressed} openType={openType} onClick={onClick}>
      {badge ? (
        <View aria-hidden>
          <AtBadge value={badge} className="icon-button__badge num">
            <Icon name={icon} size={size} />
          </AtBadge>
        </View>
      ) : (
        <Icon name={icon} size={size} />
      )}
    </Button>
  )
}
