import { createHash } from 'node:crypto'
import type { Database, Queryable } from '../database/database'
import { ok, type Result, refuse } from '../shared/result'
import { DAY_MS, MINUTE_MS } from '../shared/time'
import { type Counted, countGuess, GUESS_RULE, type GuessRule } from '../users/guesses'

/**
 * The kinds of counts. Sign-ins of a login lock for a quarter of an hour, as anybody can make them; second factors
 * behind a right password lock for up to a day. What a signed-in person confirms nobody else can lock.
 */
const RULES = {
  sign_in: { tries: 5, lockMs: 15 * MINUTE_MS, growth: 1, lockMaxMs: 15 * MINUTE_MS, forgetMs: 15 * MINUTE_MS },
  factor: GUESS_RULE,
  confirm: GUESS_RULE,
} satisfies Record<string, GuessRule>
export type StaffTry = keyof typeof RULES

/** Counts for any login that was typed: if only known logins had a count, it would reveal which ones exist. */
const countOf = (kind: StaffTry, login: string): Counted => ({
  table: 'staff_try',
  key: { key: createHash('sha256').update(`${kind} ${login.toLowerCase()}`).digest() },
})

/**
 * Counts a try before it is checked, in its own transaction: a refusal later must not take it back. Returns whether
 * it locks if it is wrong; `rate_limited` names the wait.
 */
export async function countTry(
  database: Database,
  kind: StaffTry,
  login: string,
  now: number,
): Promise<Result<boolean, 'rate_limited'>> {
  const guess = await countGuess(database, countOf(kind, login), RULES[kind], now)
  if ('waitUntil' in guess)
    return refuse('rate_limited', {
      retryAfterSeconds: Math.max(1, Math.ceil((guess.waitUntil.getTime() - now) / 1000)),
    })
  return ok(guess.lockedUntil !== null)
}

/** After a right one. */
export async function clearTries(
  database: Queryable,
  login: string,
  kinds: readonly StaffTry[] = ['sign_in', 'factor', 'confirm'],
): Promise<void> {
  const keys = kinds.map((kind) => countOf(kind, login).key.key)
  await database.query('delete from staff_try where key = any ($1)', [keys])
}

export async function deleteOldTries(database: Queryable, now: Date): Promise<void> {
  await database.query(
    'delete from staff_try where last_failed_at <= $1 and (locked_until is null or locked_until <= $2)',
    [new Date(now.getTime() - DAY_MS), now],
  )
}
