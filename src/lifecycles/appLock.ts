import { reaction } from 'mobx'
import { everyWhileVisible } from '../platform/whileVisible'
import { isLockDue, noteSeen, removeAppLock } from '../stores/persistence/appLock'
import type { RootStore } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

const LOOK_EVERY_MS = 5_000

/** Locks the app when it comes back after the time that the user has set; the lock ends with the session. */
export function startAppLock({ session }: Pick<RootStore, 'session'>): Lifecycle {
  const look = () => {
    if (session.isLocked) return
    if (session.isLoggedIn && isLockDue(Date.now())) session.lock()
    else noteSeen(Date.now())
  }
  const stops = [
    everyWhileVisible(LOOK_EVERY_MS, look),
    reaction(
      () => session.isLoggedIn,
      (isLoggedIn) => isLoggedIn || removeAppLock(),
      { fireImmediately: true },
    ),
  ]
  look()
  return {
    dispose() {
      for (const stop of stops) stop()
    },
  }
}
