import type { OrdersExportQuery, PlaceOrder } from '../../contract/orders'
import type { ResultsQuery } from '../../contract/results'
import type { Http } from './http'

export type OrdersApi = ReturnType<typeof createOrdersApi>

export const createOrdersApi = (http: Http) => ({
  /** Sends the order once. The same id and body give the same answer, so a lost answer can be asked for again. */
  place: (body: PlaceOrder) => http.call('placeOrder', { body }),
  get: (id: string) => http.call('getOrder', { params: { id } }),
  /** Newest first; `holding` is pending and open, `closed` is the rest. */
  list: (state: 'holding' | 'closed', cursor?: string, limit?: number) =>
    http.call('listOrders', { query: { state, cursor, limit } }),
  /** Closed orders of a filter, last closed first. */
  find: (filter: OrdersExportQuery, cursor?: string) =>
    http.call('listOrders', { query: { state: 'closed', ...filter, cursor } }),
  exportClosed: (filter: OrdersExportQuery) => http.call('exportOrders', { query: { ...filter } }),
  results: (query: ResultsQuery) => http.call('getResults', { query }),
})
