import { useCallback, useEffect, useState } from 'react'

/** However long an order ran. */
const REPLAY_MS = 5_000
const EVERY_MS = 50

/** Runs a course from its entry to its exit again. `at`: how far it is, from 0 to 1; undefined while none runs. */
export function useReplay(): { at: number | undefined; start(): void; stop(): void } {
  const [startedAt, setStartedAt] = useState<number | undefined>(undefined)
  const [at, setAt] = useState<number | undefined>(undefined)
  useEffect(() => {
    if (startedAt === undefined) return setAt(undefined)
    const timer = setInterval(() => {
      const share = (Date.now() - startedAt) / REPLAY_MS
      if (share < 0 || share > 1) setStartedAt(undefined)
      else setAt(share)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [startedAt])
  return {
    at: startedAt === undefined ? undefined : (at ?? 0),
    start: useCallback(() => setStartedAt(Date.now()), []),
    stop: useCallback(() => setStartedAt(undefined), []),
  }
}
