import type { ScrollViewProps } from '@tarojs/components'
import { forwardRef, type Ref, type UIEvent, useEffect, useRef } from 'react'
import { domProps, styleObject, withDetail } from './dom'

function joinRefs<T>(own: { current: T | null }, forwarded: Ref<T>) {
  return (element: T | null) => {
    own.current = element
    if (typeof forwarded === 'function') forwarded(element)
    else if (forwarded) (forwarded as { current: T | null }).current = element
  }
}

export const ScrollView = forwardRef<HTMLDivElement, ScrollViewProps>(function ScrollView(props, ref) {
  const { scrollX, scrollY, scrollTop, scrollIntoView, scrollWithAnimation, style, ...rest } = props
  const { lowerThreshold = 50, onScroll, onScrollToLower, enhanced, showScrollbar, ...known } = rest
  // taro-ui names these even if nobody asked for them.
  const { scrollLeft, upperThreshold, onScrollToUpper, ...others } = known
  const element = useRef<HTMLDivElement | null>(null)
  const wasAtEnd = useRef(false)
  const behavior = scrollWithAnimation ? 'smooth' : 'auto'

  useEffect(() => {
    if (typeof scrollTop === 'number') element.current?.scrollTo({ top: scrollTop, behavior })
  }, [scrollTop, behavior])
  useEffect(() => {
    // A view that scrolls sideways must not move the page up or down.
    const block = scrollX ? 'nearest' : 'start'
    if (scrollIntoView)
      document.getElementById(scrollIntoView)?.scrollIntoView?.({ behavior, block, inline: 'nearest' })
  }, [scrollIntoView, scrollX, behavior])

  const handleScroll = (event: UIEvent<HTMLDivElement>) => {
    const view = event.currentTarget
    if (event.target !== view) return
    onScroll?.(withDetail(event, { scrollTop: view.scrollTop, scrollLeft: view.scrollLeft }) as never)
    const left = scrollX
      ? view.scrollWidth - view.clientWidth - view.scrollLeft
      : view.scrollHeight - view.clientHeight - view.scrollTop
    const atEnd = left <= lowerThreshold
    if (atEnd && !wasAtEnd.current) onScrollToLower?.(event as never)
    wasAtEnd.current = atEnd
  }
  const overflow = { overflowX: scrollX ? 'auto' : undefined, overflowY: scrollY ? 'auto' : undefined } as const
  return (
    <div
      {...domProps(others)}
      ref={joinRefs(element, ref)}
      style={{ ...overflow, ...styleObject(style) }}
      onScroll={handleScroll}
    />
  )
})
