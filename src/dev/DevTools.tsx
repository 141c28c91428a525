import { lazy, Suspense } from 'react'

/** The QA panel, in development only: the build leaves the other branch out, and the chunk with it. */
const Panel =
  process.env.NODE_ENV === 'development' && process.env.TARO_ENV === 'h5'
    ? lazy(async () => ({ default: (await import('./DevPanel')).DevPanel }))
    : undefined

export function DevTools() {
  if (!Panel) return null
  return (
    <Suspense fallback={null}>
      <Panel />
    </Suspense>
  )
}
