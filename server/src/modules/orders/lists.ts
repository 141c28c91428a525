import {
  ORDERS_EXPORT_MAX,
  type Order,
  type OrderPage,
  type OrderQuery,
  type OrdersExport,
  type OrdersExportQuery,
} from '../../../../contract/orders'
import type { Queryable } from '../../database/database'
import { present } from '../../shared/assert'
import type { OrderRow } from '../../shared/orderRow'
import { readNumbered, readPage } from '../../shared/page'
import { ok, type Result, refuse } from '../../shared/result'
import { ORDER_STATUS } from '../../shared/stored'
import * as repository from './repository'

type WireOf = (row: OrderRow) => Order

/** The schema has checked the form; the calendar may still have no such day. */
function filterOf({ symbol, result, from, to }: OrdersExportQuery): Result<repository.ClosedFilter, 'invalid_request'> {
  const bounds = { from, to }
  for (const field of ['from', 'to'] as const) {
    if (Number.isNaN(Date.parse(bounds[field] ?? '2000-01-01')))
      return refuse('invalid_request', { fields: [{ field, problem: 'not an instant' }] })
  }
  const ms = (text: string | undefined) => (text === undefined ? null : BigInt(Date.parse(text)))
  const status = result === undefined ? null : ORDER_STATUS[result]
  return ok({ symbol: symbol ?? null, status, fromMs: ms(from), toMs: ms(to) })
}

/** A page of a user's orders: holdings by running number, closed ones by closing time, newest first. */
export async function listOrders(
  database: Queryable,
  wireOf: WireOf,
  userId: bigint,
  query: OrderQuery,
): Promise<Result<OrderPage, 'invalid_request'>> {
  if (query.state === 'holding') {
    return readNumbered(query, (before, limit) => repository.listHolding(database, userId, before, limit), wireOf)
  }
  const filter = filterOf(query)
  if (!filter.ok) return filter
  return readPage(query, {
    keys: 2,
    read: (after, limit) => {
      const [closedAtMs = 0n, number = 0n] = after ?? []
      return repository.listClosed(database, userId, filter.value, after && { closedAtMs, number }, limit)
    },
    keysOf: (row) => [present(row.closed_at_ms, 'a closed order has a closing time'), row.number],
    toItem: wireOf,
  })
}

/** Closed orders for a file: the newest that match the filter. */
export async function exportOrders(
  database: Queryable,
  wireOf: WireOf,
  userId: bigint,
  query: OrdersExportQuery,
): Promise<Result<OrdersExport, 'invalid_request'>> {
  const filter = filterOf(query)
  if (!filter.ok) return filter
  const rows = await repository.listClosed(database, userId, filter.value, null, ORDERS_EXPORT_MAX + 1)
  return ok({ items: rows.slice(0, ORDERS_EXPORT_MAX).map(wireOf), truncated: rows.length > ORDERS_EXPORT_MAX })
}
