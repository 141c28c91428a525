import type { BeginBreak } from '../../../../contract/accountLimits'
import type { Queryable } from '../../database/database'
import { DAY_MS, MINUTE_MS } from '../../shared/time'
import type { BreakRow } from './repository'
import * as repository from './repository'

/** The device computes the end before the request arrives. */
const TOLERANCE_MS = 10 * MINUTE_MS
const BREAK_MIN_MS = DAY_MS
const BREAK_MAX_MS = 366 * DAY_MS
const EXCLUSION_MIN_MS = 181 * DAY_MS

/** Whether a break of this kind may last that long. */
export function isPossible({ kind, until }: BeginBreak, now: number): boolean {
  if (until === null) return kind === 'exclusion'
  const length = Date.parse(until) - now
  return kind === 'exclusion'
    ? length >= EXCLUSION_MIN_MS - TOLERANCE_MS
    : length >= BREAK_MIN_MS - TOLERANCE_MS && length <= BREAK_MAX_MS
}

type End = Pick<BreakRow, 'until'>

/** Whether the first ends later; a permanent one is longest. */
export function isLonger(one: End, other: End): boolean {
  if (one.until === null || other.until === null) return other.until !== null
  return one.until.getTime() > other.until.getTime()
}

/** A break lasts until its end was asked for and the waiting time after that has passed. */
export const isOver = (row: BreakRow, now: number) => row.reopens_at !== null && row.reopens_at.getTime() <= now

/** The user's break that holds now. */
export async function findBreakInForce(source: Queryable, userId: bigint, now: number): Promise<BreakRow | undefined> {
  const row = await repository.findBreak(source, userId)
  return row && !isOver(row, now) ? row : undefined
}
