import { useEffect, useRef, useState } from 'react'

/** Pulled this far, in CSS pixels, the page is asked for again when the finger lifts. */
const ENOUGH = 64
/** However far the finger goes, the page gives way this much. */
const MOST = 96
/** The page follows the finger at this part of its way. */
const FOLLOW = 0.5

export interface PullToRefreshState {
  /** The element around the page's content. */
  ref: { current: HTMLElement | null }
  /** How far the content is pulled down, in CSS pixels. */
  pulled: number
  /** `ready`: letting go refreshes. */
  state: 'idle' | 'pulling' | 'ready' | 'refreshing'
}

/** The page element of the router scrolls; an element outside of one (a test) counts as at its top. */
const isAtTop = (element: HTMLElement) => (element.closest('.taro_page')?.scrollTop ?? 0) <= 0

/**
 * Pulling the page down at its top asks for it again (the browser's own gesture is switched off, as it would reload the
 * app). The twin is `usePullToRefresh.weapp.ts`, where WeChat draws the gesture.
 */
export function usePullToRefresh(onRefresh: () => Promise<unknown>): PullToRefreshState {
  const ref = useRef<HTMLElement | null>(null)
  const [pull, setPull] = useState<Omit<PullToRefreshState, 'ref'>>({ pulled: 0, state: 'idle' })
  const refresh = useRef(onRefresh)
  refresh.current = onRefresh

  useEffect(() => {
    const element = ref.current
    if (!element) return
    let from: { x: number; y: number } | undefined
    let pulled = 0
    let busy = false

    const handleStart = (event: TouchEvent) => {
      const touch = event.touches[0]
      from =
        touch && event.touches.length === 1 && !busy && isAtTop(element)
          ? { x: touch.clientX, y: touch.clientY }
          : undefined
      pulled = 0
    }
    const handleMove = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!from || !touch) return
      const down = touch.clientY - from.y
      // A gesture that begins upwards or sideways is another one.
      if (pulled === 0 && (down <= 0 || Math.abs(touch.clientX - from.x) > down)) {
        if (down !== 0) from = undefined
        return
      }
      if (event.cancelable) event.preventDefault()
      pulled = Math.max(0, Math.min(MOST, down * FOLLOW))
      setPull({ pulled, state: pulled >= ENOUGH ? 'ready' : 'pulling' })
    }
    const handleEnd = () => {
      if (!from) return
      from = undefined
      if (pulled < ENOUGH) {
        if (pulled > 0) setPull({ pulled: 0, state: 'idle' })
        return
      }
      busy = true
      setPull({ pulled: ENOUGH, state: 'refreshing' })
      void refresh.current().finally(() => {
        busy = false
        setPull({ pulled: 0, state: 'idle' })
      })
    }
    element.addEventListener('touchstart', handleStart, { passive: true })
    element.addEventListener('touchmove', handleMove, { passive: false })
    element.addEventListener('touchend', handleEnd)
    element.addEventListener('touchcancel', handleEnd)
    return () => {
      element.removeEventListener('touchstart', handleStart)
      element.removeEventListener('touchmove', handleMove)
      element.removeEventListener('touchend', handleEnd)
      element.removeEventListener('touchcancel', handleEnd)
    }
  }, [])
  return { ref, ...pull }
}
