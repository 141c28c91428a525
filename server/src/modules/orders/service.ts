import type { OrderQuery, OrdersExportQuery } from '../../../../contract/orders'
import { ok } from '../../shared/result'
import { findCommitted } from '../../users/accountLock'
import type { OrdersDeps } from './deps'
import { exportOrders, listOrders } from './lists'
import { orderNumber } from './orderNumber'
import { createPlacing } from './place'
import { createReader } from './reader'
import * as repository from './repository'

export type { TradedProduct, TradingMarket } from './market'
export { SHOWN_COLUMNS, type ShownOrder } from './repository'
export { checkMarket, type MarketRefusal } from './terms'
export { termsOf } from './wire'

export type OrdersService = ReturnType<typeof createOrdersService>

export function createOrdersService(deps: OrdersDeps) {
  const { database } = deps
  const reader = createReader(deps)
  return {
    place: createPlacing(deps, reader),
    list: (userId: bigint, query: OrderQuery) => listOrders(database, reader.wireOf, userId, query),
    exportOf: (userId: bigint, query: OrdersExportQuery) => exportOrders(database, reader.wireOf, userId, query),
    /** `unavailable` while it may be under way: see `findCommitted`. */
    async get(userId: bigint, id: string) {
      const found = await findCommitted(deps, userId, id, repository.findOrder)
      return found.ok ? ok(await reader.acceptedOf(found.value)) : found
    },
    /** Sums of closed orders in minor units. */
    profitLossOf: (userId: bigint, sinceMs: number) => repository.sumProfitLoss(database, userId, sinceMs),
    /** The numbers that users see and the products, by order id; ids of other users are left out. */
    async factsOf(userId: bigint, ids: readonly string[]) {
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
