import type { Order, OrderPage } from '../../../../contract/orders'
import type { Queryable } from '../../database/database'
import { present } from '../../shared/assert'
import { readPage } from '../../shared/page'
import type { AppError, Result } from '../../shared/result'
import * as repository from './repository'

export interface ListQuery {
  state: 'holding' | 'closed'
  cursor?: string | undefined
  limit?: string | undefined
}

/** A page of a user's orders: holdings by running number, closed ones by closing time, newest first. */
export async function listOrders(
  database: Queryable,
  wireOf: (row: repository.OrderRow) => Order,
  userId: bigint,
  query: ListQuery,
): Promise<Result<OrderPage, AppError<'invalid_request'>>> {
  if (query.state === 'holding') {
    return readPage(query, {
      keys: 1,
      read: (after, limit) => repository.listHolding(database, userId, after?.[0] ?? null, limit),
      keysOf: (row) => [row.number],
      toItem: wireOf,
    })
  }
  return readPage(query, {
    keys: 2,
    read: (after, limit) => {
      const [closedAtMs = 0n, number = 0n] = after ?? []
      return repository.listClosed(database, userId, after && { closedAtMs, number }, limit)
    },
    keysOf: (row) => [present(row.closed_at_ms, 'a closed order has a closing time'), row.number],
    toItem: wireOf,
  })
}
