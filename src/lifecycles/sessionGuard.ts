import { reaction } from 'mobx'
import { translate } from '../i18n'
import { forgetFiles } from '../platform/ownFiles'
import type { RootStore } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

/**
 * Ends the session once when the server no longer knows its token: the store is reset, the user is told, and the guard of
 * the current page sends to login. Responses to older tokens end nothing.
 */
export function endSession(stores: Pick<RootStore, 'session' | 'ui'>, token: string): void {
  if (token === '' || stores.session.token !== token) return
  stores.session.reset()
  stores.ui.toast(translate('errors.unauthenticated'), 'info')
}

/** A user's data is dropped with the token, and is fetched for the next one. */
export function startSessionGuard(stores: RootStore): Lifecycle {
  return {
    dispose: reaction(
      () => stores.session.token,
      () => {
        stores.resetUser()
        forgetFiles()
        refreshUser(stores)
      },
    ),
  }
}

/** Fetches what the stream may have missed, or what a new user has. */
export function refreshUser(stores: RootStore): void {
  if (!stores.session.isLoggedIn) return
  void stores.account.load()
  if (!stores.isComplete()) return
  void stores.orders.refresh()
  stores.savings.sender.resume()
  stores.deposits.sender.resume()
  stores.withdrawals.sender.resume()
}
