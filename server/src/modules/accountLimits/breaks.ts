import type { AccountBreak, BeginBreak } from '../../../../contract/accountLimits'
import type { Tx } from '../../database/database'
import { ok, type Result, refuse } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import { lockAccount } from '../../users/accountLock'
import { isLonger, isOver, isPossible } from './breakRules'
import type { AccountLimitsDeps } from './deps'
import { marksOfPerson } from './person'
import * as repository from './repository'

const REOPEN_WAIT_MS = DAY_MS

export const breakToWire = (row: repository.BreakRow): AccountBreak => ({
  kind: row.kind,
  startedAt: row.started_at.toISOString(),
  until: row.until?.toISOString() ?? null,
  reopensAt: row.reopens_at?.toISOString() ?? null,
})

/** Begins a break or lengthens the present one, for the account and for its person. */
export async function beginBreak(
  tx: Tx,
  deps: AccountLimitsDeps,
  userId: bigint,
  wish: BeginBreak,
): Promise<Result<undefined, 'break_invalid'>> {
  const now = deps.clock.now()
  if (!isPossible(wish, now)) return refuse('break_invalid')
  const until = wish.until === null ? null : new Date(wish.until)
  await lockAccount(tx, userId)
  const present = await repository.findBreak(tx, userId)
  if (present && isOver(present, now)) await repository.deleteBreak(tx, userId)
  // Nobody shortens a break that holds.
  else if (present && isLonger(present, { until })) return refuse('break_invalid')
  const row = { kind: wish.kind, started_at: new Date(now), until, reopens_at: null }
  const marks = await marksOfPerson(tx, deps, userId)
  await repository.deletePersonBreaksOver(tx, marks, new Date(now))
  await repository.saveBreak(tx, userId, row)
  await repository.savePersonBreak(tx, marks, row)
  return ok(undefined)
}

/** The user's wish to trade again: the waiting time begins. */
export async function endBreak(
  tx: Tx,
  deps: AccountLimitsDeps,
  userId: bigint,
): Promise<Result<undefined, 'break_not_over'>> {
  await lockAccount(tx, userId)
  const row = await repository.findBreak(tx, userId)
  const now = deps.clock.now()
  if (!row) return ok(undefined)
  if (row.until === null || row.until.getTime() > now)
    return refuse('break_not_over', row.until ? { until: row.until.toISOString() } : undefined)
  // The answer was lost and the client asks again.
  if (row.reopens_at) return ok(undefined)
  const reopensAt = new Date(now + REOPEN_WAIT_MS)
  await repository.setReopening(tx, userId, reopensAt)
  await repository.setPersonReopening(tx, await marksOfPerson(tx, deps, userId), new Date(now), reopensAt)
  return ok(undefined)
}
