import { useRef, useState } from 'react'

/**
 * Runs one request at a time: a second press before the answer, even before `busy` is rendered, runs nothing and
 * gives undefined.
 */
export function useOneAtATime() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  async function run<T>(request: () => Promise<T>): Promise<T | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    try {
      return await request()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
