import { firstData, wasTouched } from './firstScreen'
import { ownVersion, reloadOnce } from './pageLoads'

/** Makes the page an app: it can be installed, and opens at once and without a network. The twin is `offline.weapp.ts`. */

type Stop = () => void

const HOUR_MS = 3_600_000
/** Files that this page has loaded; the worker may have come too late to see them. */
function loadedFiles(): string[] {
  return performance.getEntriesByType('resource').map(({ name }) => name)
}

/** Whether the server has another build than this page's; undefined if it cannot be asked. */
async function isOutdated(): Promise<boolean | undefined> {
  try {
    const answer = await fetch('version.txt', { cache: 'no-store' })
    return answer.ok ? (await answer.text()).trim() !== ownVersion() : undefined
  } catch {
    return undefined
  }
}

/**
 * A page that the worker kept may come from an older build. Then it reloads into the newer one, or only offers to
 * if the user has already begun to do something on it.
 */
async function renew(offer: () => void): Promise<void> {
  if (!firstData().isKept || !(await isOutdated())) return
  if (wasTouched() || !reloadOnce('renewed')) offer()
}

/** Lets the browser offer to install the app. Not in the HTML, so that its two requests come after those of the first page. */
function linkManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = 'manifest.webmanifest'
  document.head.append(link)
}

/**
 * Starts once the page has loaded, in production builds only. `onUpdate` is called when there is a newer build than
 * this page's. A browser without service workers loses the quick and the offline start and nothing else.
 */
export function startOffline(onUpdate: () => void): Stop {
  const { serviceWorker } = navigator
  linkManifest()
  if (process.env.NODE_ENV !== 'production' || !serviceWorker) return () => undefined
  let controlled = serviceWorker.controller !== null
  let lastCheck = Date.now()
  let registration: ServiceWorkerRegistration | undefined
  const handleController = async () => {
    serviceWorker.controller?.postMessage(loadedFiles())
    const wasControlled = controlled
    controlled = true
    // The first worker of a first visit is no update, and neither is one that this page is newer than or came with.
    if (wasControlled && (await isOutdated()) !== false) onUpdate()
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
  void renew(onUpdate)
  return () => {
    serviceWorker.removeEventListener('controllerchange', handleController)
    document.removeEventListener('visibilitychange', handleVisible)
    window.removeEventListener('load', register)
  }
}
