import { reaction } from 'mobx'
import type { Stores } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

/** Start and login bring several of these at once. */
const SETTLE_MS = 500

type Used = Pick<Stores, 'session' | 'preferences' | 'push'>

/** Keeps what the server knows of this browser true: with each session, in the language of the app. */
export function startPush({ session, preferences, push }: Used): Lifecycle {
  const dispose = reaction(
    () => [session.token, session.appInfo?.pushKey, preferences.locale] as const,
    ([token, key]) => {
      if (token !== '' && key !== undefined) void push.sync()
    },
    { delay: SETTLE_MS, fireImmediately: true },
  )
  return { dispose }
}
