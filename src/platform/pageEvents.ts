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

/** The page came back: from another tab, or out of the back-forward cache, where only `pageshow` tells. */
export function onResume(handler: () => void): Stop {
  const stops = [
    listen(document, ['visibilitychange'], () => isVisible() && handler()),
    listen(window, ['pageshow'], handler),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

export function onNetworkChange(handler: (online: boolean) => void): Stop {
  return listen(window, ['online', 'offline'], () => handler(isOnline()))
}

/** Keys of a real keyboard, unless they go into a field. */
export function onKeyDown(handler: (key: string) => void): Stop {
  const listener = (event: KeyboardEvent) => {
    const { target } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
    handler(event.key)
  }
  window.addEventListener('keydown', listener)
  return () => window.removeEventListener('keydown', listener)
}
