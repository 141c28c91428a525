import { addressOf, noticeOf } from './notices'

/** The part of the service worker that shows pushes and opens the page of one that is tapped. */

interface Waitable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface OpenWindow {
  visibilityState: string
  focused: boolean
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}
interface PushScope {
  registration: {
    scope: string
    pushManager: { getSubscription(): Promise<{ endpoint: string } | null> }
    showNotification(title: string, options: object): Promise<void>
    getNotifications(): Promise<{ close(): void }[]>
  }
  clients: {
    matchAll(options: object): Promise<OpenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener(type: 'push', handler: (event: Waitable & { data: { json(): unknown } | null }) => void): void
  addEventListener(
    type: 'notificationclick',
    handler: (event: Waitable & { notification: { data: unknown; close(): void } }) => void,
  ): void
}
declare const self: PushScope

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Apple withdraws the permission when a push shows nothing, even while the app is open. */
async function mustShow(): Promise<boolean> {
  const subscription = await self.registration.pushManager.getSubscription()
  return subscription !== null && new URL(subscription.endpoint).hostname.endsWith('.push.apple.com')
}

/** An app on the screen tells the user by itself: nothing is shown twice. */
async function show(payload: unknown): Promise<void> {
  const notice = noticeOf(payload, new URL('icon-192.png', self.registration.scope).href)
  if (!notice) return
  const isVisible = (await windows()).some(({ visibilityState }) => visibilityState === 'visible')
  if (!isVisible) return self.registration.showNotification(notice.title, notice.options)
  if (!(await mustShow())) return
  const tag = 'seen'
  await self.registration.showNotification(notice.title, { ...notice.options, tag, silent: true, renotify: false })
  for (const shown of await self.registration.getNotifications()) {
    if (Reflect.get(shown, 'tag') === tag) shown.close()
  }
}

/** Opens the page in a window that is open, the one in front first; otherwise in a new one. */
async function open(path: string): Promise<void> {
  const url = addressOf(path, self.registration.scope)
  const all = await windows()
  const window = all.find(({ focused }) => focused) ?? all.find((one) => one.visibilityState === 'visible') ?? all[0]
  if (!window) {
    await self.clients.openWindow(url)
    return
  }
  await window.focus().catch(() => undefined)
  // A window that this worker does not control yet cannot be led anywhere.
  await window.navigate(url).catch(() => self.clients.openWindow(url))
}

function payloadOf(data: { json(): unknown } | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

self.addEventListener('push', (event) => event.waitUntil(show(payloadOf(event.data))))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { data } = event.notification
  const path: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'path') : undefined
  if (typeof path === 'string') event.waitUntil(open(path))
})
