import type {
  EarningsQuery,
  MovementsQuery,
  SavingsEarningPage,
  SavingsMovementPage,
} from '../../../../contract/savings'
import type { Queryable } from '../../database/database'
import { readNumbered, readPage } from '../../shared/page'
import type { Result } from '../../shared/result'
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

/** A page of a saver's deposits and transfers out, newest first. */
export function listMovements(
  database: Queryable,
  scale: number,
  userId: bigint,
  query: MovementsQuery,
): Promise<Result<SavingsMovementPage, 'invalid_request'>> {
  const kind = query.kind === undefined ? null : SAVINGS_KIND[query.kind]
  return readNumbered(
    query,
    (before, limit) => repository.listMovements(database, userId, kind, before, limit),
    (row) => movementToWire(row, scale),
  )
}

/** A page of a saver's daily earnings, newest first. */
export function listEarnings(
  database: Queryable,
  scale: number,
  userId: bigint,
  query: EarningsQuery,
): Promise<Result<SavingsEarningPage, 'invalid_request'>> {
  return readPage(query, {
    keys: 1,
    async read(after, limit) {
      const before = after === null ? null : dayOfKey(after[0] ?? 0n)
      return before === undefined ? undefined : repository.listEarnings(database, userId, before, limit)
    },
    keysOf: (row) => [dayKey(row.day)],
    toItem: (row) => earningToWire(row, scale),
  })
}
