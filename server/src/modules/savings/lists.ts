import { PAGE_SIZE_DEFAULT } from '../../../../contract/common'
import type {
  EarningsQuery,
  MovementsQuery,
  SavingsEarningPage,
  SavingsMovementPage,
} from '../../../../contract/savings'
import type { Queryable } from '../../database/database'
import { decodeCursor, encodeCursor, notACursor } from '../../shared/cursor'
import { type AppError, ok, type Result } from '../../shared/result'
import { SAVINGS_KIND } from '../../shared/stored'
import * as repository from './repository'
import { earningToWire, movementToWire } from './wire'

/** A day as a number for a cursor: 2026-11-21 is 20261121. */
const dayKey = (day: string) => BigInt(day.replaceAll('-', ''))

function dayOfKey(key: bigint): string | undefined {
  const day = String(key).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  const atMs = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(day) ? day : undefined
}

const limitOf = (limit: string | undefined) => (limit === undefined ? PAGE_SIZE_DEFAULT : Number(limit))

/** A page of a saver's deposits and transfers out, newest first. */
export async function listMovements(
  database: Queryable,
  scale: number,
  userId: bigint,
  query: MovementsQuery,
): Promise<Result<SavingsMovementPage, AppError<'invalid_request'>>> {
  const limit = limitOf(query.limit)
  const cursor = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1)
  if (cursor === undefined) return notACursor()
  const kind = query.kind === undefined ? null : SAVINGS_KIND[query.kind]
  // One more than asked for tells whether there is another page.
  const rows = await repository.listMovements(database, userId, kind, cursor[0] ?? null, limit + 1)
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return ok({
    items: items.map((row) => movementToWire(row, scale)),
    nextCursor: last ? encodeCursor(last.number) : null,
  })
}

/** A page of a saver's daily earnings, newest first. */
export async function listEarnings(
  database: Queryable,
  scale: number,
  userId: bigint,
  query: EarningsQuery,
): Promise<Result<SavingsEarningPage, AppError<'invalid_request'>>> {
  const limit = limitOf(query.limit)
  const [key] = query.cursor === undefined ? [] : (decodeCursor(query.cursor, 1) ?? [0n])
  const before = key === undefined ? null : dayOfKey(key)
  if (before === undefined) return notACursor()
  const rows = await repository.listEarnings(database, userId, before, limit + 1)
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return ok({
    items: items.map((row) => earningToWire(row, scale)),
    nextCursor: last ? encodeCursor(dayKey(last.day)) : null,
  })
}
