import { PAGE_SIZE_DEFAULT } from '../../../../contract/common'
import type {
  EarningsQuery,
  MovementsQuery,
  SavingsEarningPage,
  SavingsMovementPage,
} from '../../../../contract/savings'
import type { Queryable } from '../../plugins/database'
import { fail, ok, type Result } from '../../shared/result'
import * as repository from './repository'
import { MOVEMENT } from './repository'
import { earningToWire, movementToWire } from './wire'

/** Opaque to clients: where the page ended. */
const encodeCursor = (text: string) => Buffer.from(text).toString('base64url')
const decodeCursor = (cursor: string) => Buffer.from(cursor, 'base64url').toString('latin1')

const WRONG_CURSOR = fail('invalid_request', {
  fields: [{ field: 'cursor', problem: 'not a cursor of this list' }],
})

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
const limitOf = (limit: string | undefined) => (limit === undefined ? PAGE_SIZE_DEFAULT : Number(limit))

/** A page of a saver's deposits and transfers out, newest first. */
export async function listMovements(
  database: Queryable,
  scale: number,
  userId: bigint,
  query: MovementsQuery,
): Promise<Result<SavingsMovementPage>> {
  const limit = limitOf(query.limit)
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor)
  if (after !== undefined && !/^\d{1,18}$/.test(after)) return WRONG_CURSOR
  const kind = query.kind === undefined ? null : query.kind === 'deposit' ? MOVEMENT.deposit : MOVEMENT.transferOut
  // One more than asked for tells whether there is another page.
  const before = after === undefined ? null : BigInt(after)
  const rows = await repository.listMovements(database, userId, kind, before, limit + 1)
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return ok({
    items: items.map((row) => movementToWire(row, scale)),
    nextCursor: last ? encodeCursor(String(last.no)) : null,
  })
}

/** A page of a saver's daily earnings, newest first. */
export async function listEarnings(
  database: Queryable,
  scale: number,
  userId: bigint,
  query: EarningsQuery,
): Promise<Result<SavingsEarningPage>> {
  const limit = limitOf(query.limit)
  const before = query.cursor === undefined ? null : decodeCursor(query.cursor)
  if (before !== null && !isDay(before)) return WRONG_CURSOR
  const rows = await repository.listEarnings(database, userId, before, limit + 1)
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return ok({
    items: items.map((row) => earningToWire(row, scale)),
    nextCursor: last ? encodeCursor(last.day) : null,
  })
}
