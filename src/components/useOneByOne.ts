import { useEffect, useState } from 'react'
import { prefersLessMotion } from '../platform/motion'

const EVERY_MS = 150

/** Counts from 0 to `count` while `on`, one step at a time; all at once if the user asked for less motion. */
export function useOneByOne(count: number, on: boolean): number {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (!on) return setShown(0)
    if (prefersLessMotion()) return setShown(count)
    const timer = setInterval(() => setShown((before) => Math.min(count, before + 1)), EVERY_MS)
    return () => clearInterval(timer)
  }, [count, on])
  return Math.min(shown, count)
}
