import type { Order, OrderPage, PlaceOrder } from '../../contract/orders'
import type { ApiResult, Http } from './http'

export interface OrdersApi {
  /** Sends the order once. The same id and body give the same answer, so a lost answer can be asked for again. */
  place(order: PlaceOrder): Promise<ApiResult<Order>>
  get(id: string): Promise<ApiResult<Order>>
  /** Newest first; `holding` is pending and open, `closed` is the rest. */
  list(state: 'holding' | 'closed', cursor?: string, limit?: number): Promise<ApiResult<OrderPage>>
}

export function createOrdersApi(http: Http): OrdersApi {
  return {
    place: (order) => http.call<Order>('placeOrder', { body: order }),
    get: (id) => http.call<Order>('getOrder', { params: { id } }),
    list: (state, cursor, limit) => http.call<OrderPage>('listOrders', { query: { state, cursor, limit } }),
  }
}
