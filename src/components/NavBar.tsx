import { Text, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { insets } from '../platform/system'
import { IconButton } from './IconButton'
import './NavBar.scss'

export interface NavBarProps {
  title: string
  /** Without it there is no back button. */
  onBack?: (() => void) | undefined
  backLabel?: string
  right?: ReactNode
}

/** The bar at the head of a page. WeChat's capsule button keeps its own room at the right. */
export function NavBar({ title, onBack, backLabel = '', right }: NavBarProps) {
  const { navigationRight, navigationHeight } = insets()
  const hasCapsule = navigationHeight > 0
  const style = hasCapsule ? { height: `${navigationHeight}px`, paddingRight: `${navigationRight}px` } : undefined
  return (
    <View className={hasCapsule ? 'nav-bar nav-bar--capsule' : 'nav-bar'} style={style}>
      <View className="nav-bar__side">
        {onBack ? <IconButton icon="back" label={backLabel} onClick={onBack} /> : null}
      </View>
      <Text className="nav-bar__title" ariaRole="heading" aria-level={1}>
        {title}
      </Text>
      <View className="nav-bar__side nav-bar__side--right">{right}</View>
    </View>
  )
}
