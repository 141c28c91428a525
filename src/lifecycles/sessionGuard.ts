import { reaction } from 'mobx'
import { translate } from '../i18n'
import type { RootStore } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

/**
 * Ends the session once when the server no longer knows its token: the store is reset, the user is told, and the guard of
 * the page at hand sends to login. Answers to older tokens end nothing.
 */
export function endSession(stores: RootStore, token: string): void {
  if (token === '' || stores.session.token !== token) return
  stores.session.reset()
  stores.ui.toast(translate('errors.unauthenticated'), 'info')
}

/** What belongs to one user is forgotten when the token goes or changes. */
export function startSessionGuard(stores: RootStore, forgetUser: () => void): Lifecycle {
  return {
    dispose: reaction(
      () => stores.session.token,
      () => forgetUser(),
    ),
  }
}
