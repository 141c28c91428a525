import { type AppError, fail, ok, type Result } from '../../shared/result'
import { type SecurityDeps, sendSecurityMessage } from './deps'
import { beginGuess, clearGuesses, secondsUntil } from './guesses'

/**
 * Checks a trade password. Refuses `trade_password_wrong` with the tries left, `trade_password_locked` with the wait.
 * The fifth wrong one locks what asks for it, and nothing else (PRODUCT.md 9.5).
 */
export async function checkTradePassword(
  deps: SecurityDeps,
  userId: bigint,
  password: string,
): Promise<Result<undefined, AppError<'trade_password_locked' | 'trade_password_wrong'>>> {
  const { database, clock, passwords } = deps
  const now = clock.now()
  const locked = (until: Date) => fail('trade_password_locked', { retryAfterSeconds: secondsUntil(until, now) })
  const guess = await beginGuess(database, userId, 'trade_password', now)
  if ('waitUntil' in guess) return locked(guess.waitUntil)
  const rows = await database.query<{ hash: string }>(
    'select trade_password_hash as hash from app_user where id = $1 and deleted_at is null',
    [userId],
  )
  if (await passwords.verify(rows[0]?.hash, password)) {
    await clearGuesses(database, userId, 'trade_password')
    return ok(undefined)
  }
  if (!guess.lockedUntil) return fail('trade_password_wrong', { attemptsLeft: guess.attemptsLeft })
  // Only the try that locked comes here, so the user is notified once.
  await database.withTransaction((tx) => sendSecurityMessage(deps, tx, userId, 'trade_password_locked'))
  return locked(guess.lockedUntil)
}
