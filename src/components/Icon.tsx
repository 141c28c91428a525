import { View } from '@tarojs/components'
import { classNames } from './classNames'

/** Drawn in `src/styles/icons.scss`. */
export type IconName =
  | 'alert'
  | 'back'
  | 'backspace'
  | 'bell'
  | 'card'
  | 'check'
  | 'clock'
  | 'close'
  | 'copy'
  | 'deposit'
  | 'document'
  | 'download'
  | 'expand'
  | 'eye'
  | 'eye-off'
  | 'forward'
  | 'globe'
  | 'grid'
  | 'help'
  | 'home'
  | 'hourglass'
  | 'id'
  | 'indicators'
  | 'full'
  | 'smaller'
  | 'info'
  | 'latest'
  | 'lock'
  | 'logout'
  | 'mark'
  | 'minus'
  | 'news'
  | 'offline'
  | 'phone'
  | 'play'
  | 'plus'
  | 'positions'
  | 'record'
  | 'refresh'
  | 'results'
  | 'savings'
  | 'search'
  | 'settings'
  | 'share'
  | 'shield'
  | 'star'
  | 'star-filled'
  | 'swap'
  | 'theme'
  | 'trash'
  | 'user'
  | 'warning'
  | 'withdraw'

export interface IconProps {
  name: IconName
  /** In CSS pixels, default 24. */
  size?: 14 | 16 | 18 | 20 | 22 | 24 | 28 | 32
  className?: string
}

/** A line icon in the color of the text around it. It says nothing by itself: name the element that holds it. */
export function Icon({ name, size = 24, className }: IconProps) {
  return <View className={classNames('icon', `icon--${name}`, size !== 24 && `icon--${size}`, className)} aria-hidden />
}
