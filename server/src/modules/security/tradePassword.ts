import { ok, type Result, refuse } from '../../shared/result'
import { type SecurityDeps, sendSecurityMessage } from './deps'
import { beginGuess, clearGuesses, inTurn, secondsUntil } from './guesses'
import { noteProof, placeOf, type SessionUser } from './places'

async function check(
  deps: SecurityDeps,
  user: SessionUser,
  password: string,
): Promise<Result<undefined, 'trade_password_locked' | 'trade_password_wrong'>> {
  const { database, clock, passwords } = deps
  const now = clock.now()
  const locked = (until: Date) => refuse('trade_password_locked', { retryAfterSeconds: secondsUntil(until, now) })
  const place = await placeOf(database, user)
  const guess = await beginGuess(database, user.id, 'trade_password', now, place)
  if ('waitUntil' in guess) return locked(guess.waitUntil)
  const row = await database.first<{ hash: string }>(
    'select trade_password_hash as hash from app_user where id = $1 and deleted_at is null',
    [user.id],
  )
  if (await passwords.verify(row?.hash, password)) {
    await clearGuesses(database, user.id, 'trade_password', place)
    await noteProof(database, user, now)
    return ok(undefined)
  }
  if (!guess.lockedUntil) return refuse('trade_password_wrong', { attemptsLeft: guess.attemptsLeft })
  // Only the try that locked gets here, so the user is notified once.
  await database.withTransaction((tx) => sendSecurityMessage(deps, tx, user.id, 'trade_password_locked'))
  return locked(guess.lockedUntil)
}

/**
 * Checks a trade password. Refuses `trade_password_wrong` with the tries left, `trade_password_locked` with the wait.
 * The fifth wrong try at a place locks further tries there, and nothing else (PRODUCT.md 9.5). Outside a transaction: a
 * wrong try counts anyway.
 */
export const checkTradePassword: typeof check = (deps, user, password) =>
  inTurn(user.id, 'trade_password', () => check(deps, user, password))
