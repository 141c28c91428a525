import type {
  Order,
  OrderPage,
  OrderQuery,
  OrdersExport,
  OrdersExportQuery,
  PlaceOrder,
} from '../../../../contract/orders'
import type { AcceptedOrder } from '../../../../contract/proof'
import { ok, type Result } from '../../shared/result'
import { findCommitted } from '../../users/accountLock'
import type { OrdersDeps } from './deps'
import { exportOrders, listOrders } from './lists'
import { orderNumber } from './orderNumber'
import { createPlacing, type OrderRefusal, type Placed } from './place'
import { createReader } from './reader'
import * as repository from './repository'

export type { TradedProduct, TradingMarket } from './market'
export { SHOWN_COLUMNS, type ShownOrder } from './repository'
export { checkMarket, type MarketRefusal } from './terms'
export { termsOf } from './wire'

export interface OrdersService {
  place(userId: bigint, body: PlaceOrder): Promise<Result<Placed, OrderRefusal>>
  list(userId: bigint, query: OrderQuery): Promise<Result<OrderPage, 'invalid_request'>>
  /** The newest closed orders that match the filter, for a file. */
  exportOf(userId: bigint, query: OrdersExportQuery): Promise<Result<OrdersExport, 'invalid_request'>>
  /** `unavailable` while it may be under way: see `findCommitted`. */
  get(userId: bigint, id: string): Promise<Result<AcceptedOrder, 'not_found' | 'unavailable'>>
  /** Sums of closed orders in minor units. */
  profitLossOf(userId: bigint, sinceMs: number): Promise<{ total: bigint; today: bigint; hasTraded: boolean }>
  /** The numbers that users see and the products, by order id; ids of other users are left out. */
  factsOf(userId: bigint, ids: readonly string[]): Promise<ReadonlyMap<string, { number: string; symbol: string }>>
  toWire(row: repository.ShownOrder): Order
}

export function createOrdersService(deps: OrdersDeps): OrdersService {
  const { database } = deps
  const reader = createReader(deps)
  return {
    place: createPlacing(deps, reader),
    list: (userId, query) => listOrders(database, reader.wireOf, userId, query),
    exportOf: (userId, query) => exportOrders(database, reader.wireOf, userId, query),
    async get(userId, id) {
      const found = await findCommitted(deps, userId, id, repository.findOrder)
      return found.ok ? ok(await reader.acceptedOf(found.value)) : found
    },
    profitLossOf: (userId, sinceMs) => repository.sumProfitLoss(database, userId, sinceMs),
    async factsOf(userId, ids) {
      const rows = ids.length === 0 ? [] : await repository.findNumbers(database, userId, ids)
      const factsOf = (row: (typeof rows)[number]) => ({
        number: orderNumber(row.number, Number(row.accepted_at_ms)),
        symbol: reader.productOf(row.product_id).symbol,
      })
      return new Map(rows.map((row) => [row.id, factsOf(row)]))
    },
    toWire: reader.wireOf,
  }
}
