import { reaction } from 'mobx'
import type { Stores } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

const SHOWN_MS = 4_000

/** Shows how each order ended, on any page, and brings the figures that a result changes up to date. */
export function startResults(stores: Stores): Lifecycle {
  const { orders, results, account } = stores
  let timer: ReturnType<typeof setTimeout> | undefined
  const stops = [
    reaction(
      () => orders.justClosed,
      (order) => {
        if (!order) return
        void account.load()
        results.push(order)
      },
    ),
    reaction(
      () => ({ news: results.current, held: results.held }),
      ({ news, held }) => {
        clearTimeout(timer)
        if (news && !held) timer = setTimeout(() => results.dismiss(), SHOWN_MS)
      },
    ),
  ]
  return {
    dispose() {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
