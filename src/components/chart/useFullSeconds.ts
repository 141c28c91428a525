import { useEffect } from 'react'

const SECOND_MS = 1_000
const AFTER_MS = 10

/** Calls `draw` at once and just after each full second of `now` while `live`, so that a countdown skips none. */
export function useFullSeconds(live: boolean, now: () => number, draw: () => void): void {
  useEffect(() => {
    if (!live) return
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      draw()
      timer = setTimeout(next, SECOND_MS + AFTER_MS - (now() % SECOND_MS))
    }
    next()
    return () => clearTimeout(timer)
  }, [live, now, draw])
}
