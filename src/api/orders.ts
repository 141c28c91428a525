import type { Order, PlaceOrder } from '../../contract/orders'
import type { Acceptance, AcceptedOrder } from '../../contract/proof'
import type { ApiResult, Http } from './http'

/** Orders without an answer; those that were refused make room. */
const ASKED_MAX = 50

export type OrdersApi = ReturnType<typeof createOrdersApi>

/**
 * `keep` receives what the server signed for each order that is not decided yet, with what was asked for here
 * (docs/PROOF.md, "Acceptance").
 */
export function createOrdersApi(http: Http, keep: (acceptance: Acceptance, asked?: PlaceOrder) => void) {
  /** An answer may be lost and come by `get`. */
  const asked = new Map<string, PlaceOrder>()
  const noted = (id: string, answer: ApiResult<AcceptedOrder>): ApiResult<Order> => {
    const isOpen = answer.ok && (answer.value.status === 'pending' || answer.value.status === 'open')
    if (isOpen) keep(answer.value.acceptance, asked.get(id))
    if (answer.ok) asked.delete(id)
    return answer
  }
  return {
    /** Sends the order once. The same id and body give the same answer, so a lost answer can be asked for again. */
    place: async (body: PlaceOrder) => {
      asked.set(body.id, body)
      const [oldest = ''] = asked.keys()
      if (asked.size > ASKED_MAX) asked.delete(oldest)
      return noted(body.id, await http.call('placeOrder', { body }))
    },
    get: async (id: string) => noted(id, await http.call('getOrder', { params: { id } })),
    /** Newest first; `holding` is pending and open, `closed` is the rest. */
    list: (state: 'holding' | 'closed', cursor?: string, limit?: number) =>
      http.call('listOrders', { query: { state, cursor, limit } }),
  }
}
