import { reaction } from 'mobx'
import { translate } from '../i18n'
import type { Stores } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

/** Shows a toast, on any page, when a deposit or withdrawal whose answer was lost turns out to be made. */
export function startWallet(stores: Stores): Lifecycle {
  const { account, deposits, withdrawals, ui } = stores
  const stops = [
    reaction(
      () => deposits.sender.justMade,
      (deposit) => {
        if (!deposit) return
        void account.load()
        void deposits.list.refresh()
        ui.toast(translate('wallet.deposit.found'), 'success')
      },
    ),
    reaction(
      () => withdrawals.sender.justMade,
      (withdrawal) => {
        if (!withdrawal) return
        void account.load()
        void withdrawals.list.refresh()
        ui.toast(translate('wallet.withdraw.wait'), 'success')
      },
    ),
  ]
  return {
    dispose() {
      for (const stop of stops) stop()
    },
  }
}
