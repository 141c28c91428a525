import type { Order, PlaceOrder } from '../../contract/orders'
import type { Acceptance, AcceptedOrder } from '../../contract/proof'
import type { ApiResult, Http } from './http'

export type OrdersApi = ReturnType<typeof createOrdersApi>

/** `keep` is given what the server signed of each order that is not decided yet (docs/PROOF.md, "Acceptance"). */
export function createOrdersApi(http: Http, keep: (acceptance: Acceptance) => void) {
  const noted = (answer: ApiResult<AcceptedOrder>): ApiResult<Order> => {
    const isOpen = answer.ok && (answer.value.status === 'pending' || answer.value.status === 'open')
    if (isOpen) keep(answer.value.acceptance)
    return answer
  }
  return {
    /** Sends the order once. The same id and body give the same answer, so a lost answer can be asked for again. */
    place: async (body: PlaceOrder) => noted(await http.call('placeOrder', { body })),
    get: async (id: string) => noted(await http.call('getOrder', { params: { id } })),
    /** Newest first; `holding` is pending and open, `closed` is the rest. */
    list: (state: 'holding' | 'closed', cursor?: string, limit?: number) =>
      http.call('listOrders', { query: { state, cursor, limit } }),
  }
}
