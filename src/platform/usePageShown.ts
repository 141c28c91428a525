import { useDidHide, useDidShow } from '@tarojs/taro'
import { useState } from 'react'

/** True while this page is the one in front: tabs stay mounted and pushed pages stay below. */
export function usePageShown(): boolean {
  const [shown, setShown] = useState(true)
  useDidShow(() => setShown(true))
  useDidHide(() => setShown(false))
  return shown
}
