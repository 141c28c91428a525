import { useSyncExternalStore } from 'react'

/** The browser's offer to put the app on the home screen. The twin is `install.weapp.ts`. */

interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | undefined
const listeners = new Set<() => void>()

function setOffer(next: InstallOffer | undefined): void {
  offer = next
  for (const listener of listeners) listener()
}

if (process.env.TARO_ENV === 'h5') {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Asked from the settings, not over what the user is doing.
    event.preventDefault()
    setOffer(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => setOffer(undefined))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the user whether to install; undefined while the browser offers nothing. */
export function useInstall(): (() => void) | undefined {
  const current = useSyncExternalStore(
    subscribe,
    () => offer,
    () => undefined,
  )
  if (!current) return undefined
  return () => {
    // One offer is good for one question.
    setOffer(undefined)
    void current.prompt().catch(() => undefined)
  }
}
