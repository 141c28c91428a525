import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { hasShellBar } from '../platform/shell'
import { insets } from '../platform/system'
import { classNames } from './classNames'
import { IconButton } from './IconButton'
import './NavBar.scss'

export interface NavBarProps {
  title: string
  /** Shown in place of the title, for the same words with more to them. */
  heading?: ReactNode
  /** Without it there is no back button. */
  onBack?: (() => void) | undefined
  backLabel?: string
  right?: ReactNode
}

/**
 * The bar at the head of a page. It leaves room for WeChat's capsule button at the right. If the shell has a bar
 * with title and back button, this one keeps only what is at its right; screen readers still read the title.
 */
export function NavBar({ title, heading = title, onBack, backLabel = '', right }: NavBarProps) {
  const { navigationRight, navigationHeight } = insets()
  const hasCapsule = navigationHeight > 0
  const bare = hasShellBar()
  const style = hasCapsule ? { height: `${navigationHeight}px`, paddingRight: `${navigationRight}px` } : undefined
  return (
    <View className={classNames('nav-bar', hasCapsule && 'nav-bar--capsule', bare && 'nav-bar--bare')} style={style}>
      <View className="nav-bar__side">
        {onBack && !bare ? <IconButton icon="back" label={backLabel} onClick={onBack} /> : null}
      </View>
      <View className={bare ? 'sr-only' : 'nav-bar__title'} ariaRole="heading" aria-level={1}>
        {bare ? title : heading}
      </View>
      <View className="nav-bar__side nav-bar__side--right">{right}</View>
    </View>
  )
}
