import type { Database, Queryable } from '../../plugins/database'
import type { Clock } from '../../shared/clock'
import { fail, ok, type Result } from '../../shared/result'

/** product.md, "Accounts": 5 wrong ones lock money out for 15 minutes. */
export const TRADE_PASSWORD_RULE = { tries: 5, lockMs: 15 * 60_000 }

export interface TradePasswordDeps {
  database: Database
  clock: Clock
  /** Compares with the stored hash; accounts own the hashes. */
  verify(stored: string, password: string): Promise<boolean>
}

interface AttemptRow {
  failures: number
  locked_until: Date | null
}

/** Until when money out is locked for this user, or undefined. */
export async function lockedUntil(database: Queryable, userId: bigint, now: number): Promise<Date | undefined> {
  const rows = await database.query<{ locked_until: Date }>(
    'select locked_until from trade_password_attempt where user_id = $1 and locked_until > $2',
    [userId, new Date(now)],
  )
  return rows[0]?.locked_until
}

/**
 * Counts the try before the password is looked at, in a statement of its own: tries that arrive together cannot share
 * one count, and a rolled-back transaction cannot take it back.
 */
async function beginTry(database: Queryable, userId: bigint, now: number): Promise<AttemptRow | undefined> {
  const { tries, lockMs } = TRADE_PASSWORD_RULE
  const rows = await database.query<AttemptRow & { allowed: boolean }>(
    `insert into trade_password_attempt as a (user_id, failures, last_failed_at) values ($1, 1, $2)
       on conflict (user_id) do update set
         failures = case when a.locked_until <= $2 or a.last_failed_at <= $3 then 1 else a.failures + 1 end,
         last_failed_at = $2,
         locked_until = case when a.locked_until <= $2 or a.last_failed_at <= $3 then null
                             when a.failures + 1 >= $4 then $5::timestamptz end
       where a.locked_until is null or a.locked_until <= $2
     returning failures, locked_until`,
    [userId, new Date(now), new Date(now - lockMs), tries, new Date(now + lockMs)],
  )
  return rows[0]
}

/**
 * Checks a trade password. Codes: `trade_password_wrong` with the tries left, `trade_password_locked` with the wait. The
 * fifth wrong one locks.
 */
export async function checkTradePassword(
  deps: TradePasswordDeps,
  userId: bigint,
  password: string,
): Promise<Result<undefined>> {
  const { database, clock } = deps
  const now = clock.now()
  const locked = (until: Date) =>
    fail('trade_password_locked', { retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now) / 1000)) })
  const attempt = await beginTry(database, userId, now)
  if (!attempt) return locked((await lockedUntil(database, userId, now)) ?? new Date(now + 1_000))
  const rows = await database.query<{ hash: string }>(
    'select trade_password_hash as hash from app_user where id = $1',
    [userId],
  )
  const stored = rows[0]?.hash
  if (stored !== undefined && (await deps.verify(stored, password))) {
    await database.query('delete from trade_password_attempt where user_id = $1', [userId])
    return ok(undefined)
  }
  if (attempt.locked_until) return locked(attempt.locked_until)
  return fail('trade_password_wrong', { attemptsLeft: Math.max(0, TRADE_PASSWORD_RULE.tries - attempt.failures) })
}
