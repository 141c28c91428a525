import { useEffect, useRef } from 'react'
import { usePageShown } from './usePageShown'

/**
 * Tells whether the page is still in front, e.g. once an answer has come: a page that was left, or has another above it, must
 * not lead the user away. Leaving a page for good hides it without a word, so that counts apart.
 */
export function useStillHere(): () => boolean {
  const shown = useRef(true)
  shown.current = usePageShown()
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return () => mounted.current && shown.current
}
