import { useRef, useState } from 'react'

/** For a button that stays where it is: a press this soon after the answer is the second of a double click. */
export const DOUBLE_CLICK_MS = 400

/**
 * Runs one request at a time: a second press before the answer, even before `busy` is rendered, runs nothing and
 * gives undefined. So does one within `restMs` of the answer.
 */
export function useOneAtATime(restMs = 0) {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  async function run<T>(request: () => Promise<T>): Promise<T | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    try {
      return await request()
    } finally {
      setBusy(false)
      if (restMs === 0) running.current = false
      else setTimeout(() => (running.current = false), restMs)
    }
  }
  return { busy, run }
}
