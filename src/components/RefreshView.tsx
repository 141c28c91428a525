import { Text, View } from '@tarojs/components'
import { type ReactNode, useRef, useState } from 'react'
import { Icon } from './Icon'
import './RefreshView.scss'

export interface RefreshViewProps {
  /** Resolves when the content is fresh. */
  onRefresh: () => Promise<unknown>
  /** True while the page is scrolled to its top, where pulling means refreshing. */
  isAtTop: () => boolean
  pullLabel: string
  releaseLabel: string
  busyLabel: string
  children: ReactNode
}

const TRIGGER_PX = 64
const MAX_PX = 96

/** Pull down to refresh, by touch. Whoever has no touch screen finds the content refreshed by itself. */
export function RefreshView(props: RefreshViewProps) {
  const startY = useRef<number | undefined>(undefined)
  const [pull, setPull] = useState(0)
  const [busy, setBusy] = useState(false)

  const handleStart = (event: { touches: ArrayLike<{ clientY: number }> }) => {
    startY.current = !busy && props.isAtTop() ? event.touches[0]?.clientY : undefined
  }
  const handleMove = (event: { touches: ArrayLike<{ clientY: number }> }) => {
    if (startY.current === undefined) return
    const distance = (event.touches[0]?.clientY ?? 0) - startY.current
    setPull(Math.min(MAX_PX, Math.max(0, distance * 0.5)))
  }
  const handleEnd = async () => {
    const pulled = pull
    startY.current = undefined
    setPull(0)
    if (pulled < TRIGGER_PX) return
    setBusy(true)
    await props.onRefresh()
    setBusy(false)
  }
  const height = busy ? 48 : pull
  const label = busy ? props.busyLabel : pull >= TRIGGER_PX ? props.releaseLabel : props.pullLabel
  return (
    <View onTouchStart={handleStart as never} onTouchMove={handleMove as never} onTouchEnd={handleEnd}>
      <View className="refresh" style={{ height: `${height}px` }} aria-hidden={height === 0}>
        <Icon name="refresh" size={18} className={busy ? 'refresh__icon--busy' : undefined} />
        <Text>{label}</Text>
      </View>
      {props.children}
    </View>
  )
}
