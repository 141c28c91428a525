import type { Stores } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

const CHECK_EVERY_MS = 3_000
/** The server settles within moments of the expiry; after this time, the message about it may be lost. */
const GRACE_MS = 4_000
/** An order without an entry price is voided 5 s after it was accepted (PRODUCT.md 10.5). */
const ENTRY_GRACE_MS = 12_000

/** Asks for the results of orders whose time is up while the stream says nothing: a message may be lost. */
export function startOverdue(stores: Stores): Lifecycle {
  let asking = false
  const timer = setInterval(() => {
    if (asking || !hasOverdue(stores)) return
    asking = true
    void stores.orders.loadPositions().finally(() => {
      asking = false
    })
  }, CHECK_EVERY_MS)
  return { dispose: () => clearInterval(timer) }
}

function hasOverdue({ orders, connection }: Stores): boolean {
  const now = connection.serverNow()
  return orders.positions.some((order) => {
    const dueAt =
      order.expiresAt === null ? Date.parse(order.acceptedAt) + ENTRY_GRACE_MS : Date.parse(order.expiresAt) + GRACE_MS
    return now > dueAt
  })
}
