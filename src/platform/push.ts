/** Pushes to this browser: whether it takes them, and its address for them. The twin is `push.weapp.ts`. */

/**
 * `none`: no pushes here at all. `home_screen`: only once the app is on the home screen (iPhone, iPad). `denied`: the user
 * or the browser has forbidden them. `apple`: the server cannot push to Apple's browsers. `ready`: they can be asked for, or
 * are allowed.
 */
export type PushSupport = 'none' | 'home_screen' | 'denied' | 'apple' | 'ready'

/** As contract/push.ts sends it. */
export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}
export type PushAnswer = { ok: true; value: PushAddress } | { ok: false; problem: 'denied' | 'failed' }

/** iPads call themselves Macs, and no Mac has a touch screen. */
const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Every browser of an iPhone or iPad, and Safari on a Mac. */
const isOfApple = () => isApplePhone() || /Macintosh.*Version\/\S+ Safari/.test(navigator.userAgent)

/** @param toApple whether the server can push to Apple's browsers */
export function pushSupport(toApple = true): PushSupport {
  if (!toApple && isOfApple()) return 'apple'
  const isKnown = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isKnown) return isApplePhone() ? 'home_screen' : 'none'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

const bytesOf = (key: string) => {
  const text = atob(key.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

const isSigned = (subscription: PushSubscription, key: string) => {
  const own = subscription.options.applicationServerKey
  if (own === null) return false
  const wanted = bytesOf(key)
  const bytes = new Uint8Array(own)
  return bytes.length === wanted.length && bytes.every((byte, at) => byte === wanted[at])
}

function addressOf(subscription: PushSubscription): PushAnswer {
  const { endpoint, keys = {} } = subscription.toJSON()
  const { p256dh, auth } = keys
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return { ok: false, problem: 'failed' }
  const plain = (text: string) => text.replace(/=+$/, '')
  return { ok: true, value: { endpoint, p256dh: plain(p256dh), auth: plain(auth) } }
}

/** The browser's subscription under this key of the server; made if there is none, or one under another key. */
async function subscriptionOf(key: string): Promise<PushAnswer> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return { ok: false, problem: 'failed' }
  const kept = await registration.pushManager.getSubscription()
  if (kept && isSigned(kept, key)) return addressOf(kept)
  await kept?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) }
  return addressOf(await registration.pushManager.subscribe(options))
}

/** Asks the person, if the browser has not yet. Only a tap may begin it. */
export async function askForPush(key: string): Promise<PushAnswer> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return { ok: false, problem: 'denied' }
    return await subscriptionOf(key)
  } catch {
    return { ok: false, problem: 'failed' }
  }
}

/** The same without asking anybody: only if pushes are allowed. */
export async function pushAddress(key: string): Promise<PushAnswer> {
  if (pushSupport() !== 'ready' || Notification.permission !== 'granted') return { ok: false, problem: 'denied' }
  return subscriptionOf(key).catch(() => ({ ok: false, problem: 'failed' }) as const)
}

/** Ends the browser's subscription, also if it belongs to another account. */
export async function endPush(): Promise<void> {
  if (pushSupport() === 'none' || pushSupport() === 'home_screen') return
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  const kept = await registration?.pushManager.getSubscription().catch(() => null)
  await kept?.unsubscribe().catch(() => undefined)
}
