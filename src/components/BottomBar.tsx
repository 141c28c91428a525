import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import './BottomBar.scss'

/** Stays at the bottom of a page, above the safe area, for the action that the page is about. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <>
      <View className="bottom-bar__room" />
      <View className="bottom-bar">{children}</View>
    </>
  )
}
