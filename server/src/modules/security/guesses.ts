import type { Queryable } from '../../database/database'
import { createKeyedMutex } from '../../shared/keyedMutex'
import { refuse } from '../../shared/result'
import { type Counted, countGuess, GUESS_RULE, lockOf } from '../../users/guesses'

/**
 * Secrets that can be guessed inside a session; each kind is counted separately and by place. Logins are counted in
 * `accounts`.
 */
export type GuessKind = 'trade_password' | 'login_password' | 'second_factor' | 'change_code'

/** `place` comes from `placeOf`, or is that of a login. */
const counted = (kind: GuessKind, place: string) => `${kind} ${place}`

const countOf = (userId: bigint, kind: GuessKind, place: string): Counted => ({
  table: 'guess',
  key: { user_id: userId, kind: counted(kind, place) },
})

/** A try that may be checked. `lockedUntil` is set for the last one: if it is wrong, it locks. */
export interface Guess {
  attemptsLeft: number
  lockedUntil: Date | null
}

const exclusively = createKeyedMutex()

/**
 * Runs a check of a user's secret after those that this process has begun. A try is counted before it is checked, so several right
 * ones at once would count as wrong ones and lock their own user.
 */
export const inTurn = <T>(userId: bigint, kind: GuessKind, check: () => Promise<T>): Promise<T> =>
  exclusively(counted(kind, String(userId)), check)

/** Until when this kind is locked for the user, or undefined. */
export const lockedUntil = (database: Queryable, userId: bigint, kind: GuessKind, now: number, place: string) =>
  lockOf(database, countOf(userId, kind, place), now)

/** Counts a try before it is checked (`countGuess`). While locked it returns the end of the lock instead. */
export async function beginGuess(
  database: Queryable,
  userId: bigint,
  kind: GuessKind,
  now: number,
  place: string,
): Promise<Guess | { waitUntil: Date }> {
  const guess = await countGuess(database, countOf(userId, kind, place), GUESS_RULE, now)
  if ('waitUntil' in guess) return guess
  if (guess.failures === 1) await forgetOld(database, userId, now)
  return { attemptsLeft: Math.max(0, GUESS_RULE.tries - guess.failures), lockedUntil: guess.lockedUntil }
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

/** The refusal for every kind except the trade password, which has its own code. */
export const tooManyGuesses = (until: Date, now: number) =>
  refuse('rate_limited', { retryAfterSeconds: secondsUntil(until, now) })
