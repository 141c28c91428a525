import type { Queryable } from '../../database/database'
import { fail } from '../../shared/result'
import { DAY_MS } from '../../shared/time'

/**
 * What can be guessed inside a session; each kind is counted separately and by place. Logins are counted in `accounts`.
 */
export type GuessKind = 'trade_password' | 'login_password' | 'second_factor' | 'change_code'

/**
 * PRODUCT.md 9.5: 5 wrong tries lock for 15 minutes, and each further lock is four times as long, up to a day. A right
 * one, or a day without a wrong one, resets the count.
 */
export const GUESS_RULE = { tries: 5, lockMs: 15 * 60_000, growth: 4, lockMaxMs: DAY_MS, forgetMs: DAY_MS }

/** `place` comes from `placeOf`, or is that of a login. */
const counted = (kind: GuessKind, place: string) => `${kind} ${place}`

/** A try that may be checked. `lockedUntil` is set for the last one: if it is wrong, it locks. */
export interface Guess {
  attemptsLeft: number
  lockedUntil: Date | null
}

/** Until when this kind is locked for the user, or undefined. */
export async function lockedUntil(database: Queryable, userId: bigint, kind: GuessKind, now: number, place: string) {
  const rows = await database.query<{ locked_until: Date }>(
    'select locked_until from guess where user_id = $1 and kind = $2 and locked_until > $3',
    [userId, counted(kind, place), new Date(now)],
  )
  return rows[0]?.locked_until
}

/**
 * Counts a try before it is checked, in a statement of its own: tries that arrive together cannot share one count, and
 * a rollback cannot undo it. While locked it answers the end of the lock instead.
 */
export async function beginGuess(
  database: Queryable,
  userId: bigint,
  kind: GuessKind,
  now: number,
  place: string,
): Promise<Guess | { waitUntil: Date }> {
  const { tries, lockMs, growth, lockMaxMs, forgetMs } = GUESS_RULE
  const rows = await database.query<{ failures: number; locked_until: Date | null }>(
    `insert into guess (user_id, kind, failures, last_failed_at) values ($1, $2, 1, $3)
       on conflict (user_id, kind) do update set
         failures = case when guess.locked_until <= $3 or guess.last_failed_at <= $4 then 1 else guess.failures + 1 end,
         last_failed_at = $3,
         locks = case when coalesce(guess.locked_until, guess.last_failed_at) <= $6 then 0
                      when (guess.locked_until is null or guess.locked_until > $3) and guess.last_failed_at > $4
                           and guess.failures + 1 >= $5
                        then guess.locks + 1
                      else guess.locks end,
         locked_until = case when guess.locked_until <= $3 or guess.last_failed_at <= $4 then null
                             when guess.failures + 1 >= $5
                               then $3::timestamptz
                                 + least($7::float8 * power($8::float8, least(guess.locks, 20)), $9::float8) * interval '1 ms' end
       where guess.locked_until is null or guess.locked_until <= $3
     returning failures, locked_until`,
    [
      userId,
      counted(kind, place),
      new Date(now),
      new Date(now - lockMs),
      tries,
      new Date(now - forgetMs),
      lockMs,
      growth,
      lockMaxMs,
    ],
  )
  const row = rows[0]
  if (row?.failures === 1) await forgetOld(database, userId, now)
  if (row) return { attemptsLeft: Math.max(0, tries - row.failures), lockedUntil: row.locked_until }
  return { waitUntil: (await lockedUntil(database, userId, kind, now, place)) ?? new Date(now + 1_000) }
}

/** Deletes the counts of places without a recent wrong try. */
async function forgetOld(database: Queryable, userId: bigint, now: number) {
  await database.query(
    'delete from guess where user_id = $1 and last_failed_at <= $2 and (locked_until is null or locked_until <= $2)',
    [userId, new Date(now - GUESS_RULE.forgetMs)],
  )
}

/** Resets the count after a right try. */
export async function clearGuesses(database: Queryable, userId: bigint, kind: GuessKind, place: string) {
  await database.query('delete from guess where user_id = $1 and kind = $2', [userId, counted(kind, place)])
}

export const secondsUntil = (until: Date, now: number) => Math.max(1, Math.ceil((until.getTime() - now) / 1000))

/** The refusal for every kind except the trade password, which has a code of its own. */
export const tooManyGuesses = (until: Date, now: number) =>
  fail('rate_limited', { retryAfterSeconds: secondsUntil(until, now) })
