import { View } from '@tarojs/components'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { keepRoomAbove } from '../platform/bottomRoom'
import './BottomBar.scss'
import { classNames } from './classNames'

interface BottomBarProps {
  children: ReactNode
  /** The bar stays in sight even in a low window. */
  kept?: boolean
  /** Called with its height in CSS pixels at `designWidth`, at first and after each change; not in WeChat. */
  onHeight?: (height: number) => void
}

/** The bar at the bottom of a page, above the safe area, with the page's main action. */
export function BottomBar({ children, kept = false, onHeight }: BottomBarProps) {
  const bar = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => keepRoomAbove(bar.current, onHeight), [onHeight])
  return (
    <>
      <View className="bottom-bar__room" />
      <View ref={bar} className={classNames('bottom-bar', kept && 'bottom-bar--kept')}>
        {children}
      </View>
    </>
  )
}
