import { ClientId, closed } from '../../../../contract/common'
import { Order, OrderPage, OrderQuery, PlaceOrder } from '../../../../contract/orders'
import { type App, endpoint, responses, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { OrdersService } from './service'

/** Placing, lists and single orders of contract/orders.ts. */
export function orderRoutes(app: App, deps: { orders: OrdersService }) {
  const { orders } = deps

  app.route({
    ...endpoint('placeOrder'),
    schema: { body: PlaceOrder, response: responses({ 200: Order, 201: Order }) },
    handler: async (request, reply) => {
      const { order, created } = unwrap(await orders.place(userOf(request).id, request.body))
      return reply.code(created ? 201 : 200).send(order)
    },
  })

  app.route({
    ...endpoint('listOrders'),
    schema: { querystring: OrderQuery, response: responses({ 200: OrderPage }) },
    handler: async (request) => unwrap(await orders.list(userOf(request).id, request.query)),
  })

  app.route({
    ...endpoint('getOrder'),
    schema: { params: closed({ id: ClientId }), response: responses({ 200: Order }) },
    handler: async (request) => unwrap(await orders.get(userOf(request).id, request.params.id)),
  })
}
