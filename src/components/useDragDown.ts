import type { CommonEventFunction, ITouchEvent } from '@tarojs/components'
import { useEffect, useState } from 'react'

type TouchEvent = Parameters<CommonEventFunction>[0]

/** A sheet closes when let go further down than this, or quicker (CSS pixels a millisecond). */
const AWAY_PX = 96
const AWAY_SPEED = 0.5

interface Hold {
  y: number
  at: number
}

/** Lets a finger at the head of a sheet drag it down; on release the sheet closes or goes back. */
export function useDragDown(open: boolean, onClose: () => void) {
  const [hold, setHold] = useState<Hold | undefined>(undefined)
  const [moved, setMoved] = useState(0)
  useEffect(() => {
    if (open) setMoved(0)
    else setHold(undefined)
  }, [open])
  const handleEnd = (event: TouchEvent) => {
    if (!hold) return
    setHold(undefined)
    const speed = moved / Math.max(1, event.timeStamp - hold.at)
    if (moved > AWAY_PX || (moved > 0 && speed > AWAY_SPEED)) onClose()
    else setMoved(0)
  }
  const handlers = {
    onTouchStart: (event: TouchEvent) => setHold({ y: yOf(event), at: event.timeStamp }),
    onTouchMove: (event: TouchEvent) => hold && setMoved(Math.max(0, yOf(event) - hold.y)),
    onTouchEnd: handleEnd,
    onTouchCancel: handleEnd,
  }
  return { handlers, moved, isHeld: hold !== undefined }
}

function yOf(event: TouchEvent): number {
  // Taro's types do not say that touch events of a View carry touches.
  const { touches, changedTouches } = event as ITouchEvent
  return (touches[0] ?? changedTouches[0])?.clientY ?? 0
}
