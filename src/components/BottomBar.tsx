import { View } from '@tarojs/components'
import { type ReactNode, useEffect, useRef } from 'react'
import { keepRoomAbove } from '../platform/bottomRoom'
import './BottomBar.scss'
import { classNames } from './classNames'

interface BottomBarProps {
  children: ReactNode
  /** Stays also where few lines of text fit into the window. */
  kept?: boolean
}

/** Stays at the bottom of a page, above the safe area, for the action that the page is about. */
export function BottomBar({ children, kept = false }: BottomBarProps) {
  const bar = useRef<HTMLElement | null>(null)
  useEffect(() => keepRoomAbove(bar.current), [])
  return (
    <>
      <View className="bottom-bar__room" />
      <View ref={bar} className={classNames('bottom-bar', kept && 'bottom-bar--kept')}>
        {children}
      </View>
    </>
  )
}
