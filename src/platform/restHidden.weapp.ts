import { useDidHide, useDidShow } from '@tarojs/taro'
import { type RefObject, useRef } from 'react'

interface Update {
  path: string
  value: unknown
}

/** What this needs of Taro's root of a page (docs/TARO.md). */
interface Root {
  updatePayloads: Update[]
  enqueueUpdate(update: Update): void
  performUpdate(): void
}

/**
 * A page that is covered or left sends WeChat nothing: its changes wait, the newest of each place alone, and arrive in one go
 * when it shows again. Returns the reference for an element of the page.
 */
export function useRestWhileHidden(): RefObject<never> {
  const element = useRef<{ _root?: Root | null } | null>(null)
  const resting = useRef<Root | undefined>(undefined)
  useDidHide(() => {
    const root = element.current?._root
    if (!root || resting.current) return
    resting.current = root
    root.enqueueUpdate = (update) => {
      root.updatePayloads = [...root.updatePayloads.filter(({ path }) => path !== update.path), update]
    }
  })
  useDidShow(() => {
    const root = resting.current
    resting.current = undefined
    if (!root) return
    // Taro's own is the class's.
    Reflect.deleteProperty(root, 'enqueueUpdate')
    if (root.updatePayloads.length > 0) root.performUpdate()
  })
  return element as unknown as RefObject<never>
}
