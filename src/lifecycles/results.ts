import { reaction } from 'mobx'
import type { Order } from '../../contract/orders'
import { currentLocale, translate } from '../i18n'
import { createFormat } from '../i18n/format'
import type { RootStore } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

const HIDDEN = '••••'

/** Says how an order ended, wherever the user is, and brings the figures that a result changes up to date. */
export function startResults(stores: RootStore): Lifecycle {
  return {
    dispose: reaction(
      () => stores.orders.justClosed,
      (order) => {
        if (!order) return
        void stores.account.load()
        const code = stores.market.summaryOf(order.symbol)?.code ?? order.symbol
        const amount = outcomeText(order, stores.preferences.hideBalances)
        const tone = order.status === 'won' ? 'success' : 'info'
        stores.ui.toast(translate('orders.resultToast', { code, amount }), tone)
      },
    ),
  }
}

/** The amount won or lost; why nothing was, where the stake came back. */
function outcomeText(order: Order, hidden: boolean): string {
  if (order.voidReason !== null) return translate(`orders.void.${order.voidReason}`)
  if (order.status === 'tie') return translate('orders.status.tie')
  return hidden ? HIDDEN : createFormat(currentLocale()).signed(order.profitLoss ?? '0')
}
