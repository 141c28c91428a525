import { reaction } from 'mobx'
import { translate } from '../i18n'
import type { Stores } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

/** Shows a toast, on any page, when a transfer whose answer was lost turns out to be made. */
export function startSavings(stores: Stores): Lifecycle {
  return {
    dispose: reaction(
      () => stores.savings.sender.justMade,
      (movement) => {
        if (!movement) return
        void stores.account.load()
        stores.ui.toast(translate('common.done'), 'success')
      },
    ),
  }
}
