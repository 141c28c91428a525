import { autorun, reaction } from 'mobx'
import { badgeText } from '../domain/labels'
import { setTabBadge } from '../platform/tabs'
import { TAB_ROUTES } from '../routes'
import type { Stores } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

/** Changes this close to each other cause one request. */
const SETTLE_MS = 150
const ME_TAB = TAB_ROUTES.findIndex((route) => route.path === 'pages/user/user')
/** Keeps the count of unread messages, and its badge at the personal centre's tab, up to date. */
export function startMessages({ changes, messages, session }: Stores): Lifecycle {
  const stops = [
    reaction(
      () => [session.token, changes.count('messages')] as const,
      ([token]) => {
        if (token !== '') void messages.countUnread()
      },
      { delay: SETTLE_MS, fireImmediately: true },
    ),
    autorun(() => setTabBadge(ME_TAB, badgeText(session.isLoggedIn ? messages.unread : 0))),
  ]
  return {
    dispose() {
      for (const stop of stops) stop()
    },
  }
}
