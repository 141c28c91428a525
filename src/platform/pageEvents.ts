/** When the user looks at the product, and whether the device has a network. The twin is `pageEvents.weapp.ts`. */

type Stop = () => void

function listen(target: EventTarget, names: string[], handler: () => void): Stop {
  for (const name of names) target.addEventListener(name, handler)
  return () => {
    for (const name of names) target.removeEventListener(name, handler)
  }
}

export const isVisible = (): boolean => document.visibilityState === 'visible'
export const isOnline = (): boolean => navigator.onLine !== false

/**
 * The page came back: from another tab, out of the back-forward cache, where only `pageshow` tells, or after the browser
 * had frozen it, when `resume` may tell alone. One return may be told several times.
 */
export function onResume(handler: () => void): Stop {
  const stops = [
    listen(document, ['visibilitychange'], () => isVisible() && handler()),
    listen(document, ['resume'], handler),
    listen(window, ['pageshow'], handler),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Another tab or another app is in front. */
export function onHide(handler: () => void): Stop {
  return listen(document, ['visibilitychange'], () => !isVisible() && handler())
}

/** The page is left, for good or into the back-forward cache. */
export function onLeave(handler: () => void): Stop {
  return listen(window, ['pagehide'], handler)
}

/** Chrome on Android says so when it goes from wifi to the mobile network; estimates of the speed change all the time. */
interface NetworkInformation extends EventTarget {
  type?: string
}

export function onNetworkChange(handler: (online: boolean) => void): Stop {
  const tell = () => handler(isOnline())
  const stops = [listen(window, ['online', 'offline'], tell)]
  const { connection } = navigator as { connection?: NetworkInformation }
  let type = connection?.type
  if (connection?.addEventListener) {
    const handleChange = () => {
      if (connection.type === type) return
      type = connection.type
      tell()
    }
    stops.push(listen(connection, ['change'], handleChange))
  }
  return () => {
    for (const stop of stops) stop()
  }
}

/** Keys of a real keyboard, unless they go into a field; one that is held down counts once, except to delete. */
export function onKeyDown(handler: (key: string) => void): Stop {
  const listener = (event: KeyboardEvent) => {
    const { target } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.repeat && event.key !== 'Backspace') return
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
    handler(event.key)
  }
  window.addEventListener('keydown', listener)
  return () => window.removeEventListener('keydown', listener)
}
