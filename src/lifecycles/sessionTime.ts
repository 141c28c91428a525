import { reaction } from 'mobx'
import { isVisible, onResume } from '../platform/pageEvents'
import type { Stores } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

const TOUCH_EVERY_MS = 15_000

type Used = Pick<Stores, 'session' | 'account' | 'sessionTime' | 'connection'>

/** Counts the time for which a user who is logged in looks at the app. */
export function startSessionTime({ session, account, sessionTime, connection }: Used): Lifecycle {
  const touch = () => {
    const user = session.userInfo?.account
    if (user !== undefined && session.isLoggedIn && isVisible()) sessionTime.touch(user, connection.serverNow())
  }
  const timer = setInterval(touch, TOUCH_EVERY_MS)
  const stops = [
    onResume(touch),
    reaction(
      () => account.figures?.sessionMinutes ?? null,
      (minutes) => {
        sessionTime.setLimit(minutes)
        touch()
      },
      { fireImmediately: true },
    ),
  ]
  return {
    dispose() {
      clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}
