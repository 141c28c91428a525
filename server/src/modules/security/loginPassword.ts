import { ok, type Result, refuse } from '../../shared/result'
import type { SecurityDeps } from './deps'
import { beginGuess, clearGuesses, inTurn, tooManyGuesses } from './guesses'
import { placeOf, type SessionUser } from './places'

async function check(
  deps: Pick<SecurityDeps, 'database' | 'clock' | 'passwords'>,
  user: SessionUser,
  password: string,
): Promise<Result<undefined, 'password_wrong' | 'rate_limited'>> {
  const { database, clock, passwords } = deps
  const now = clock.now()
  const place = await placeOf(database, user)
  const guess = await beginGuess(database, user.id, 'login_password', now, place)
  if ('waitUntil' in guess) return tooManyGuesses(guess.waitUntil, now)
  const row = await database.first<{ hash: string }>(
    'select login_password_hash as hash from app_user where id = $1 and deleted_at is null',
    [user.id],
  )
  if (await passwords.verify(row?.hash, password)) {
    await clearGuesses(database, user.id, 'login_password', place)
    return ok(undefined)
  }
  if (guess.lockedUntil) return tooManyGuesses(guess.lockedUntil, now)
  return refuse('password_wrong', { attemptsLeft: guess.attemptsLeft })
}

/**
 * Asks for the login password again inside a session, before anything that a borrowed phone must not do. Refuses
 * `password_wrong` with the tries left, `rate_limited` with the wait. Outside a transaction: a wrong try counts anyway.
 */
export const checkLoginPassword: typeof check = (deps, user, password) =>
  inTurn(user.id, 'login_password', () => check(deps, user, password))
