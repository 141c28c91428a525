import { Secret, TOTP } from 'otpauth'
import type { RecoveryCodes, SecondFactorSetup } from '../../../../contract/security'
import type { Tx } from '../../database/database'
import type { AuthenticatedUser } from '../../shared/http'
import { ok, type Result, refuse } from '../../shared/result'
import { beginHold } from '../../users/holds'
import { hashOneTimeCode, newOneTimeCode } from '../../users/oneTimeCodes'
import { notifyUser } from '../../users/userEvents'
import { type SecurityDeps, sendSecurityMessage } from './deps'
import { beginGuess, clearGuesses, tooManyGuesses } from './guesses'
import { checkLoginPassword } from './loginPassword'
import { placeOf, type SessionUser } from './places'
import {
  checkSessionFactor,
  contextOf,
  findFactor,
  isSecondFactorOn,
  type SecondFactorRefusal,
  stepOf,
  TOTP_RULE,
} from './secondFactor'

const SETUP_MS = 10 * 60_000
const RECOVERY_CODES = 10

/** `second_factor_state` if it is on already. */
export async function beginSecondFactor(
  deps: SecurityDeps,
  user: AuthenticatedUser,
  loginPassword: string,
): Promise<Result<SecondFactorSetup, 'password_wrong' | 'rate_limited' | 'second_factor_state'>> {
  const { database, clock, config, sealer } = deps
  const checked = await checkLoginPassword(deps, user, loginPassword)
  if (!checked.ok) return checked
  const secret = new Secret({ size: 20 })
  const expiresAt = new Date(clock.now() + SETUP_MS)
  if (
    !(await database.some(
      `insert into second_factor as factor (user_id, sealed_secret, setup_expires_at) values ($1, $2, $3)
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, setup_expires_at = excluded.setup_expires_at
       where factor.enabled_at is null
     returning user_id`,
      [user.id, sealer.seal(Buffer.from(secret.buffer), contextOf(user.id)), expiresAt],
    ))
  )
    return refuse('second_factor_state')
  const totp = new TOTP({ ...TOTP_RULE, secret, issuer: config.appName, label: user.account })
  return ok({ secret: secret.base32, uri: totp.toString(), expiresAt: expiresAt.toISOString() })
}

async function replaceRecoveryCodes(tx: Tx, userId: bigint): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newOneTimeCode)
  await tx.query('delete from recovery_code where user_id = $1', [userId])
  await tx.query('insert into recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => hashOneTimeCode(userId, code)),
  ])
  return codes
}

/** `second_factor_state` without a pending set-up. */
export async function enableSecondFactor(
  deps: SecurityDeps,
  user: SessionUser,
  code: string,
): Promise<Result<RecoveryCodes, 'rate_limited' | 'second_factor_state' | 'second_factor_wrong'>> {
  const { database, clock } = deps
  const { id: userId } = user
  const now = clock.now()
  const row = await findFactor(database, userId)
  if (!row || row.enabled_at || row.setup_expires_at.getTime() <= now) return refuse('second_factor_state')
  const place = await placeOf(database, user)
  const guess = await beginGuess(database, userId, 'second_factor', now, place)
  if ('waitUntil' in guess) return tooManyGuesses(guess.waitUntil, now)
  const step = stepOf(deps, userId, row, code.replace(/[\s-]/g, ''))
  if (step === undefined) return refuse('second_factor_wrong', { attemptsLeft: guess.attemptsLeft })
  await clearGuesses(database, userId, 'second_factor', place)
  return database.attempt(async (tx) => {
    // If two devices enable it at once, one wins, and its recovery codes are the valid ones.
    if (
      !(await tx.some(
        `update second_factor set enabled_at = $2, last_step = $3
        where user_id = $1 and enabled_at is null and sealed_secret = $4 returning user_id`,
        [userId, new Date(now), step, row.sealed_secret],
      ))
    )
      return refuse('second_factor_state')
    const codes = await replaceRecoveryCodes(tx, userId)
    await sendSecurityMessage(deps, tx, userId, 'second_factor_on')
    await beginHold(tx, userId, 'second_factor', now)
    await notifyUser(tx, userId, ['account'])
    return ok({ codes })
  })
}

/** In the caller's transaction; false when it was off. Otherwise the user is told. */
export async function removeSecondFactor(deps: SecurityDeps, tx: Tx, userId: bigint): Promise<boolean> {
  if (
    !(await tx.some('delete from second_factor where user_id = $1 and enabled_at is not null returning user_id', [
      userId,
    ]))
  )
    return false
  await tx.query('delete from recovery_code where user_id = $1', [userId])
  await sendSecurityMessage(deps, tx, userId, 'second_factor_off')
  await beginHold(tx, userId, 'second_factor', deps.clock.now())
  await notifyUser(tx, userId, ['account'])
  return true
}

/** `second_factor_state` if it is off. */
export async function disableSecondFactor(
  deps: SecurityDeps,
  user: SessionUser,
  input: { loginPassword: string; code: string },
): Promise<Result<undefined, 'password_wrong' | 'second_factor_state' | SecondFactorRefusal>> {
  if (!(await isSecondFactorOn(deps.database, user.id))) return refuse('second_factor_state')
  const password = await checkLoginPassword(deps, user, input.loginPassword)
  if (!password.ok) return password
  const factor = await checkSessionFactor(deps, user, input)
  if (!factor.ok) return factor
  await deps.database.withTransaction((tx) => removeSecondFactor(deps, tx, user.id))
  return ok(undefined)
}
