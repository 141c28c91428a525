import { perAccount, perMinute } from '../../plugins/limits'
import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { OrdersService } from './service'

/** Placing, lists and single orders of contract/orders.ts. */
export function orderRoutes(app: App, deps: { orders: OrdersService; config: Pick<Settings, 'rateLimits'> }) {
  const { orders } = deps
  const { logins } = deps.config.rateLimits
  const exported = endpoint('exportOrders')

  app.route({
    ...endpoint('placeOrder'),
    handler: async (request, reply) => {
      const { order, created } = unwrap(await orders.place(userOf(request).id, request.body))
      return reply.code(created ? 201 : 200).send(order)
    },
  })

  app.route({
    ...endpoint('listOrders'),
    handler: async (request) => unwrap(await orders.list(userOf(request).id, request.query)),
  })

  app.route({
    ...exported,
    // Up to 5,000 rows each time.
    config: { ...exported.config, ...perMinute(logins) },
    preHandler: perAccount(app, logins),
    handler: async (request) => unwrap(await orders.exportOf(userOf(request).id, request.query)),
  })

  app.route({
    ...endpoint('getOrder'),
    handler: async (request) => unwrap(await orders.get(userOf(request).id, request.params.id)),
  })
}
