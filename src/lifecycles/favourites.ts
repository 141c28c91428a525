import { reaction } from 'mobx'
import type { Stores } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

/** Changes this close to each other cause one request. */
const SETTLE_MS = 150
const AGAIN_AFTER_MS = 15_000

type Used = Pick<Stores, 'session' | 'favourites' | 'changes' | 'connection'>

/** The session decides whose favourites they are. Changes go out, and those of other devices come in. */
export function startFavourites({ session, favourites, changes, connection }: Used): Lifecycle {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stops = [
    reaction(
      () => (session.isLoggedIn ? (session.userInfo?.account ?? '') : ''),
      (account) => favourites.become(account),
      { fireImmediately: true },
    ),
    reaction(
      () => [favourites.owner, changes.count('favourites'), connection.online] as const,
      ([owner, , online]) => {
        if (owner !== '' && online) void favourites.send()
      },
      { delay: SETTLE_MS, fireImmediately: true },
    ),
    reaction(
      () => favourites.failures,
      () => {
        clearTimeout(timer)
        if (favourites.waiting.length > 0) timer = setTimeout(() => void favourites.send(), AGAIN_AFTER_MS)
      },
    ),
  ]
  return {
    dispose() {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
