import { reaction } from 'mobx'
import type { PriceAlert } from '../../contract/alerts'
import { currentLocale, translate } from '../i18n'
import { createFormat } from '../i18n/format'
import { openPage } from '../platform/navigation'
import type { Stores } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

/** Changes this close to each other cause one request. */
const SETTLE_MS = 150

/** Keeps waiting alerts up to date, and shows a toast, on any page, as soon as a price is reached. */
export function startAlerts(stores: Stores): Lifecycle {
  const { alerts, changes, session } = stores
  const stops = [
    reaction(
      () => [session.token, changes.count('alerts')] as const,
      ([token]) => {
        if (token !== '') void alerts.load()
      },
      { delay: SETTLE_MS, fireImmediately: true },
    ),
    reaction(
      () => alerts.justTriggered,
      (triggered) => {
        if (triggered.length > 0) void tell(stores, triggered)
      },
    ),
  ]
  return {
    dispose() {
      for (const stop of stops) stop()
    },
  }
}

/** Shows a toast for each alert, unless the user has muted them. Without an answer, nothing counts as muted. */
async function tell(stores: Stores, triggered: readonly PriceAlert[]): Promise<void> {
  const { messages, ui } = stores
  await messages.preferences.refresh()
  if (messages.preferences.value?.muted.includes('alerts')) return
  for (const alert of triggered) {
    ui.toast(textOf(stores, alert), 'info', () => openPage('/pages/Detail/Detail', { symbol: alert.symbol }))
  }
}

function textOf({ market }: Stores, { symbol, direction, price, tick }: PriceAlert): string {
  const product = market.nameOf(symbol)
  return translate(direction === 'above' ? 'alerts.rose' : 'alerts.fell', {
    product,
    price: createFormat(currentLocale()).number(tick?.price ?? price),
  })
}
