import { useEffect, useRef } from 'react'

const EVERY_MS = 15_000
const AWAY_AFTER_MS = 10 * 60_000

let lastAt = Date.now()
for (const sign of ['pointerdown', 'keydown', 'wheel'] as const)
  window.addEventListener(sign, () => (lastAt = Date.now()), { capture: true, passive: true })

/**
 * Calls `reload` every 15 s while somebody is at this page. An empty desk asks for nothing, so that its session ends
 * (PRODUCT.md 20.2).
 */
export function useReloading(reload: () => unknown) {
  const newest = useRef(reload)
  newest.current = reload
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && Date.now() - lastAt < AWAY_AFTER_MS) newest.current()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
}
