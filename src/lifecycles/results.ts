import { reaction } from 'mobx'
import { currentLocale, translate } from '../i18n'
import { createFormat } from '../i18n/format'
import type { RootStore } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

/** Says how an order ended, wherever the user is, and brings the figures that a result changes up to date. */
export function startResults(stores: RootStore): Lifecycle {
  return {
    dispose: reaction(
      () => stores.orders.justClosed,
      (order) => {
        if (!order) return
        void stores.account.load()
        const code = stores.market.summaryOf(order.symbol)?.code ?? order.symbol
        const figure = createFormat(currentLocale()).signed(order.profitLoss ?? '0')
        const amount = stores.preferences.hideBalances ? '••••' : figure
        const tone = order.status === 'won' ? 'success' : 'info'
        stores.ui.toast(translate('orders.resultToast', { code, amount }), tone)
      },
    ),
  }
}
