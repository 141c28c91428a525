import { useRef, useState } from 'react'
import type { CanvasDrawing, Drawing } from './useCanvasDrawing'

/** A touch on the mini program's canvas: its place is already relative to the canvas. */
interface Touch {
  identifier: number
  x: number
  y: number
}

interface TouchLike {
  changedTouches?: Touch[]
}

/** A finger never rests entirely: a shorter way has no direction. */
const SLOP = 6

/**
 * Touches of a canvas without listeners, as props. A finger that goes up or down scrolls the page and is the chart's no longer;
 * the page is held while one goes sideways, holds the crosshair, or two zoom. In WeChat a canvas that always holds it can't be
 * scrolled over.
 */
export function useCanvasTouch(canvas: CanvasDrawing<Drawing>) {
  const [holdsPage, setHoldsPage] = useState(false)
  /** Where a finger came down that has no direction yet. */
  const began = useRef<Touch | undefined>(undefined)
  const course = useRef<'open' | 'across' | 'page'>('open')
  const inputOf = () => (canvas.hasPointers.current ? undefined : canvas.drawing.current?.input)
  const touchesOf = (event: object) => (event as TouchLike).changedTouches ?? []
  const end = () => {
    began.current = undefined
    setHoldsPage(false)
  }
  /** Decides about a finger that has left its place. */
  const decide = (touch: Touch): void => {
    const from = began.current
    if (from?.identifier !== touch.identifier) return
    const [across, down] = [Math.abs(touch.x - from.x), Math.abs(touch.y - from.y)]
    if (inputOf()?.isHolding?.() || Math.hypot(across, down) <= SLOP) return
    began.current = undefined
    course.current = across >= down ? 'across' : 'page'
    if (course.current === 'page') inputOf()?.cancel()
  }
  return {
    disableScroll: holdsPage,
    onTouchStart(event: object) {
      const input = inputOf()
      course.current = 'open'
      for (const touch of touchesOf(event)) {
        began.current = touch
        input?.down(touch.identifier, touch.x, touch.y)
      }
    },
    onTouchMove(event: object) {
      const input = inputOf()
      for (const touch of touchesOf(event)) {
        decide(touch)
        if (course.current === 'page') return
        input?.move(touch.identifier, touch.x, touch.y)
      }
      // A chart that moves under the finger knows when it is held; the others only read.
      if (input?.isHolding && (input.isHolding() || course.current === 'across')) setHoldsPage(true)
    },
    onTouchEnd(event: object) {
      const input = inputOf()
      for (const touch of touchesOf(event)) input?.up(touch.identifier)
      end()
    },
    onTouchCancel() {
      inputOf()?.cancel()
      end()
    },
  }
}
