import { PAGE_SIZE_DEFAULT } from '../../../../contract/common'
import type { Order, OrderPage } from '../../../../contract/orders'
import type { Queryable } from '../../database/database'
import { present } from '../../shared/assert'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import * as repository from './repository'

export interface ListQuery {
  state: 'holding' | 'closed'
  cursor?: string | undefined
  limit?: string | undefined
}

/** Opaque to clients: where the page ended. */
const encodeCursor = (parts: bigint[]) => Buffer.from(parts.join('.')).toString('base64url')

function decodeCursor(text: string, length: number): bigint[] | undefined {
  const parts = Buffer.from(text, 'base64url').toString('latin1').split('.')
  return parts.length === length && parts.every((part) => /^\d{1,18}$/.test(part)) ? parts.map(BigInt) : undefined
}

/** A page of a user's orders: holdings by running number, closed ones by closing time, newest first. */
export async function listOrders(
  database: Queryable,
  wireOf: (row: repository.OrderRow) => Order,
  userId: bigint,
  query: ListQuery,
): Promise<Result<OrderPage, AppError<'invalid_request'>>> {
  const limit = query.limit === undefined ? PAGE_SIZE_DEFAULT : Number(query.limit)
  const closed = query.state === 'closed'
  const cursor = query.cursor === undefined ? null : decodeCursor(query.cursor, closed ? 2 : 1)
  if (cursor === undefined)
    return fail('invalid_request', { fields: [{ field: 'cursor', problem: 'not a cursor of this list' }] })
  const [first = 0n, second = 0n] = cursor ?? []
  // One more than asked for tells whether there is another page.
  const rows = closed
    ? await repository.listClosed(database, userId, cursor && { closedAtMs: first, number: second }, limit + 1)
    : await repository.listHolding(database, userId, cursor && first, limit + 1)
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return ok({
    items: items.map(wireOf),
    nextCursor: last
      ? encodeCursor(
          closed ? [present(last.closed_at_ms, 'a closed order has a closing time'), last.number] : [last.number],
        )
      : null,
  })
}
