import { reaction } from 'mobx'
import type { Order } from '../../contract/orders'
import type { OrdersStore } from '../stores/OrdersStore'
import { type LastKnown, readLastKnown, writeLastKnown } from '../stores/persistence/lastKnown'
import type { RootStore, Stores } from '../stores/RootStore'
import type { SessionStore } from '../stores/SessionStore'
import type { Lifecycle } from './lifecycle'

const KEPT_EVERY_MS = 15_000

/** Opens with what the last visit saw. Nothing can be traded on it: its prices are old. */
export function restoreLastKnown({
  market,
  account,
  session,
}: Pick<RootStore, 'market' | 'account' | 'session'>): void {
  const known = readLastKnown()
  if (!known) return
  market.restore(known.products)
  const { user } = known
  if (!user || user.account !== session.userInfo?.account) return
  if (user.me) account.me.restore(user.me)
  account.keep({ running: user.positions.some(isUnderWay), steps: user.steps })
}

/** As the inline script decides it (`src/h5/firstScreen/picker.ts`). */
const isUnderWay = ({ expiresAt }: Order) => expiresAt === null || Date.parse(expiresAt) > Date.now()

/** Keeps what this visit sees for the next one. */
export function startLastKnown(stores: Stores): Lifecycle {
  let kept = ''
  const keep = () => {
    const known = snapshot(stores)
    const text = JSON.stringify(known)
    if (known.products.length === 0 || text === kept) return
    kept = text
    writeLastKnown(known)
  }
  // Keeps the answers that came before this began.
  keep()
  const timer = setInterval(keep, KEPT_EVERY_MS)
  const stops = [
    // The first answers, so that even a short visit leaves something.
    reaction(
      () => [stores.market.list, stores.account.me, stores.orders.positionsLoaded].map(({ state }) => state.kind),
      keep,
    ),
    // Nothing of a user stays on the device after the session.
    reaction(() => stores.session.isLoggedIn, keep),
  ]
  return {
    dispose() {
      clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}

/** The orders that the last visit saw, until the server answers. */
export function restorePositions(orders: OrdersStore, session: SessionStore): void {
  const { user } = readLastKnown() ?? {}
  if (!user || user.account !== session.userInfo?.account) return
  for (const order of user.positions) orders.apply(order)
}

function snapshot({ market, account, orders, session, firstSteps }: Stores): LastKnown {
  const products = market.all.map((product) => ({ ...product, quote: market.quoteOf(product.symbol) ?? product.quote }))
  const owner = session.isLoggedIn ? session.userInfo?.account : undefined
  return {
    products,
    user:
      owner === undefined
        ? null
        : {
            account: owner,
            me: account.figures ?? null,
            positions: orders.positions,
            steps: firstSteps.open.length > 0 && !firstSteps.isDone('order'),
          },
  }
}
