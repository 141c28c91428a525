import { lazy, Suspense } from 'react'

/**
 * The QA panel, in development only: the build leaves the other branch out, and the chunk with it. With it comes what
 * production's entry does against extensions of the browser.
 */
const Panel =
  process.env.NODE_ENV === 'development' && process.env.TARO_ENV === 'h5'
    ? lazy(async () => {
        const [{ DevPanel }, { allowForeignNodes }] = await Promise.all([
          import('./DevPanel'),
          import('../h5/foreignNodes'),
        ])
        allowForeignNodes()
        return { default: DevPanel }
      })
    : undefined

export function DevTools() {
  if (!Panel) return null
  return (
    <Suspense fallback={null}>
      <Panel />
    </Suspense>
  )
}
