import { View } from '@tarojs/components'
import { type ReactNode, useEffect, useRef } from 'react'
import { keepRoomAbove } from '../platform/bottomRoom'
import './BottomBar.scss'

/** Stays at the bottom of a page, above the safe area, for the action that the page is about. */
export function BottomBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLElement | null>(null)
  useEffect(() => keepRoomAbove(bar.current), [])
  return (
    <>
      <View className="bottom-bar__room" />
      <View ref={bar} className="bottom-bar">
        {children}
      </View>
    </>
  )
}
