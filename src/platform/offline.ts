/** Installs the service worker, which lets the app open without a network. The twin is `offline.weapp.ts`. */

type Stop = () => void

const HOUR_MS = 3_600_000

/** Files that this page has loaded; the worker may have come too late to see them. */
function loadedFiles(): string[] {
  return performance.getEntriesByType('resource').map(({ name }) => name)
}

/**
 * Starts once the page has loaded, in production builds only. `onUpdate` is called when a newer build has taken over
 * while this page was open. A browser without service workers loses the offline page and nothing else.
 */
export function startOffline(onUpdate: () => void): Stop {
  const { serviceWorker } = navigator
  if (process.env.NODE_ENV !== 'production' || !serviceWorker) return () => undefined
  let controlled = serviceWorker.controller !== null
  let lastCheck = Date.now()
  let registration: ServiceWorkerRegistration | undefined
  const handleController = () => {
    serviceWorker.controller?.postMessage(loadedFiles())
    // The first worker of a first visit is no update.
    if (controlled) onUpdate()
    controlled = true
  }
  const handleVisible = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastCheck < HOUR_MS) return
    lastCheck = Date.now()
    registration?.update().catch(() => undefined)
  }
  const register = async () => {
    registration = await serviceWorker.register('service-worker.js').catch(() => undefined)
  }
  serviceWorker.addEventListener('controllerchange', handleController)
  document.addEventListener('visibilitychange', handleVisible)
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', register, { once: true })
  return () => {
    serviceWorker.removeEventListener('controllerchange', handleController)
    document.removeEventListener('visibilitychange', handleVisible)
    window.removeEventListener('load', register)
  }
}
