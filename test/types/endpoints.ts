// Never runs: the type check (`npm run check -- types`) fails if a line that is expected not to compile does, and
// if one of the others does not.
import type { Deposit } from '../../contract/deposits'
import type { PlaceOrder } from '../../contract/orders'
import type { Withdrawal } from '../../contract/withdrawals'
import { type App, route } from '../../server/src/shared/http'
import type { ApiResult, Http } from '../../src/api/http'

declare const http: Http
declare const app: App
declare const order: PlaceOrder
declare const deposit: Deposit

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
  route(app, 'addDepositReceipt', async ({ user, params, body }) => {
    user.id satisfies bigint
    params.id satisfies string
    body.uploadId satisfies string
    // @ts-expect-error the body of another endpoint
    body.stake
    return deposit
  })
  // @ts-expect-error the answer of another endpoint
  route(app, 'addDepositReceipt', async () => order)
  // @ts-expect-error the answer of another endpoint
  route(app, 'logout', async () => order)
  route(app, 'listProducts', async ({ user }) => {
    // @ts-expect-error nobody has to be logged in for it
    user.id
    return { items: [] }
  })
}
