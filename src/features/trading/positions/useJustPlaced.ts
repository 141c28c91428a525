import { useCallback, useEffect, useRef, useState } from 'react'
import { usePageShown } from '../../../platform/usePageShown'

const SAID_MS = 2_500

/** The order that has just been placed, for as long as its card says so. */
export function useJustPlaced() {
  const shown = usePageShown()
  const isShown = useRef(shown)
  const [id, setId] = useState<string>()
  useEffect(() => {
    isShown.current = shown
    return () => {
      isShown.current = false
    }
  }, [shown])
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => setId(undefined), SAID_MS)
    return () => clearTimeout(timer)
  }, [id])
  /** Returns false if the page has been left: nobody would see it there. */
  const say = useCallback((placed: string): boolean => {
    if (isShown.current) setId(placed)
    return isShown.current
  }, [])
  return { id, say }
}
