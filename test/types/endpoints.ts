// Never runs: the type check (`npm run check -- types`) fails if a line that is expected not to compile does, and
// if one of the others does not.
import type { PlaceOrder } from '../../contract/orders'
import type { Withdrawal } from '../../contract/withdrawals'
import { type App, endpoint } from '../../server/src/shared/http'
import type { ApiResult, Http } from '../../src/api/http'

declare const http: Http
declare const app: App
declare const order: PlaceOrder

export async function calls() {
  const placed = await http.call('placeOrder', { body: order })
  if (placed.ok) placed.value.payout satisfies string
  await http.call('listOrders', { query: { state: 'closed', cursor: undefined, limit: 20 } })
  await http.call('getLatestHead')
  // @ts-expect-error the answer is the endpoint's, not the caller's choice
  await http.call<Withdrawal>('placeOrder', { body: order })
  // @ts-expect-error an order is no withdrawal
  const other: ApiResult<Withdrawal> = placed
  // @ts-expect-error a body that lacks fields
  await http.call('placeOrder', { body: { id: order.id } })
  // @ts-expect-error no body at all
  await http.call('placeOrder')
  // @ts-expect-error a state that the list does not know
  await http.call('listOrders', { query: { state: 'won' } })
  // @ts-expect-error the parameter of the path has another name
  await http.call('getOrder', { params: { number: order.id } })
  // @ts-expect-error this endpoint takes no body
  await http.call('getOrder', { params: { id: order.id }, body: order })
  // @ts-expect-error this endpoint takes nothing
  await http.call('getMe', {})
  // @ts-expect-error no such endpoint
  await http.call('placeOrders', { body: order })
  return other
}

export function routes() {
  app.route({
    ...endpoint('addDepositReceipt'),
    handler: async (request, reply) => {
      request.params.id satisfies string
      request.body.uploadId satisfies string
      // @ts-expect-error the body of another endpoint
      request.body.stake
      // @ts-expect-error the answer of another endpoint
      return reply.code(200).send(order)
    },
  })
  app.route({
    ...endpoint('logout'),
    // @ts-expect-error the answer of another endpoint
    handler: async () => order,
  })
}
