import { perAccount, perMinute } from '../../plugins/limits'
import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { OrdersService } from './service'

/** Placing, lists and single orders of contract/orders.ts. */
export function orderRoutes(app: App, deps: { orders: OrdersService; config: Pick<Settings, 'rateLimits'> }) {
  const { orders } = deps
  const { logins } = deps.config.rateLimits
  route(app, 'placeOrder', async ({ user, body, reply }) => {
    const { order, created } = unwrap(await orders.place(user.id, body))
    reply.code(created ? 201 : 200)
    return order
  })
  route(app, 'listOrders', async ({ user, query }) => unwrap(await orders.list(user.id, query)))
  // Up to 5,000 rows each time.
  route(app, 'exportOrders', async ({ user, query }) => unwrap(await orders.exportOf(user.id, query)), {
    config: perMinute(logins),
    preHandler: perAccount(app, logins),
  })
  route(app, 'getOrder', async ({ user, params }) => unwrap(await orders.get(user.id, params.id)))
}
