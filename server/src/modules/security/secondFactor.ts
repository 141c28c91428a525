import { Secret, TOTP } from 'otpauth'
import type { PasskeyAssertion } from '../../../../contract/passkeys'
import type { RecoveryCodes, SecondFactor, SecondFactorSetup } from '../../../../contract/security'
import type { Queryable, Tx } from '../../database/database'
import type { AuthenticatedUser } from '../../shared/http'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import { beginHold } from '../../users/holds'
import { hashOneTimeCode, newOneTimeCode } from '../../users/oneTimeCodes'
import { notifyUser } from '../../users/userEvents'
import { type SecurityDeps, sendSecurityMessage } from './deps'
import { beginGuess, clearGuesses, tooManyGuesses } from './guesses'
import { checkLoginPassword } from './loginPassword'
import { checkPasskey, type PasskeyRefusal } from './passkeyCheck'
import { placeOf, type SessionUser } from './places'

/** A code from the app, a recovery code, or a passkey instead. */
export interface SecondFactorProof {
  code?: string | undefined
  passkey?: PasskeyAssertion | undefined
}

/** Why a withdrawal or a change of security is refused. */
export type SecondFactorRefusal = PasskeyRefusal | 'rate_limited' | 'second_factor_required' | 'second_factor_wrong'

/** RFC 6238 as every authenticator app supports it. */
const TOTP_RULE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const STEP_MS = TOTP_RULE.period * 1000
/** A clock may be one step off, either way. */
const WINDOW = 1
const SETUP_MS = 10 * 60_000
const RECOVERY_CODES = 10

interface FactorRow {
  sealed_secret: string
  enabled_at: Date | null
  setup_expires_at: Date
}

const contextOf = (userId: bigint) => `second factor ${userId}`

function findFactor(database: Queryable, userId: bigint): Promise<FactorRow | undefined> {
  return database.first<FactorRow>(
    'select sealed_secret, enabled_at, setup_expires_at from second_factor where user_id = $1',
    [userId],
  )
}

/** The time step that the code belongs to, or undefined for a wrong one. */
function stepOf(deps: SecurityDeps, userId: bigint, row: FactorRow, code: string): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const bytes = deps.sealer.open(row.sealed_secret, contextOf(userId))
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const now = deps.clock.now()
  const delta = new TOTP({ ...TOTP_RULE, secret }).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / STEP_MS) + delta
}

/** A code counts once: its step must be newer than every used one. */
function takeStep(database: Queryable, userId: bigint, step: number): Promise<boolean> {
  return database.some(
    `update second_factor set last_step = $2 where user_id = $1 and enabled_at is not null and last_step < $2
     returning user_id`,
    [userId, step],
  )
}

function takeRecoveryCode(database: Queryable, userId: bigint, code: string): Promise<boolean> {
  return database.some('delete from recovery_code where user_id = $1 and code_hash = $2 returning user_id', [
    userId,
    hashOneTimeCode(userId, code),
  ])
}

export async function isSecondFactorOn(database: Queryable, userId: bigint): Promise<boolean> {
  return (await findFactor(database, userId))?.enabled_at != null
}

/**
 * Accepts a code from the app, a recovery code or a passkey. Needs none if the factor is off; a passkey that is
 * given must be right even then.
 */
export async function checkSecondFactor(
  deps: SecurityDeps,
  userId: bigint,
  { code, passkey }: SecondFactorProof,
  place: string,
): Promise<Result<undefined, AppError<SecondFactorRefusal>>> {
  const { database, clock } = deps
  if (passkey) {
    const checked = await checkPasskey(deps, passkey, userId)
    return checked.ok ? ok(undefined) : checked
  }
  const row = await findFactor(database, userId)
  if (!row?.enabled_at) return ok(undefined)
  const typed = (code ?? '').replace(/[\s-]/g, '')
  if (typed === '') return fail('second_factor_required')
  const now = clock.now()
  const guess = await beginGuess(database, userId, 'second_factor', now, place)
  if ('waitUntil' in guess) return tooManyGuesses(guess.waitUntil, now)
  const step = stepOf(deps, userId, row, typed)
  const right =
    step === undefined ? await takeRecoveryCode(database, userId, typed) : await takeStep(database, userId, step)
  if (!right) return fail('second_factor_wrong', { attemptsLeft: guess.attemptsLeft })
  await clearGuesses(database, userId, 'second_factor', place)
  return ok(undefined)
}

export async function getSecondFactor(database: Queryable, userId: bigint): Promise<SecondFactor> {
  const row = await database.first<{ enabled: boolean; left: bigint }>(
    `select exists (select 1 from second_factor where user_id = $1 and enabled_at is not null) as enabled,
            (select count(*) from recovery_code where user_id = $1) as left`,
    [userId],
  )
  return { enabled: row?.enabled ?? false, recoveryCodesLeft: Number(row?.left ?? 0) }
}

/** As `checkSecondFactor`, inside a session. */
export const checkSessionFactor = async (deps: SecurityDeps, user: SessionUser, proof: SecondFactorProof) =>
  checkSecondFactor(deps, user.id, proof, await placeOf(deps.database, user))

/** `second_factor_state` if it is on already. */
export async function beginSecondFactor(
  deps: SecurityDeps,
  user: AuthenticatedUser,
  loginPassword: string,
): Promise<Result<SecondFactorSetup, AppError<'password_wrong' | 'rate_limited' | 'second_factor_state'>>> {
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
    return fail('second_factor_state')
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
): Promise<Result<RecoveryCodes, AppError<'rate_limited' | 'second_factor_state' | 'second_factor_wrong'>>> {
  const { database, clock } = deps
  const { id: userId } = user
  const now = clock.now()
  const row = await findFactor(database, userId)
  if (!row || row.enabled_at || row.setup_expires_at.getTime() <= now) return fail('second_factor_state')
  const place = await placeOf(database, user)
  const guess = await beginGuess(database, userId, 'second_factor', now, place)
  if ('waitUntil' in guess) return tooManyGuesses(guess.waitUntil, now)
  const step = stepOf(deps, userId, row, code.replace(/[\s-]/g, ''))
  if (step === undefined) return fail('second_factor_wrong', { attemptsLeft: guess.attemptsLeft })
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
      return fail('second_factor_state')
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
): Promise<Result<undefined, AppError<'password_wrong' | 'second_factor_state' | SecondFactorRefusal>>> {
  if (!(await isSecondFactorOn(deps.database, user.id))) return fail('second_factor_state')
  const password = await checkLoginPassword(deps, user, input.loginPassword)
  if (!password.ok) return password
  const factor = await checkSessionFactor(deps, user, input)
  if (!factor.ok) return factor
  await deps.database.withTransaction((tx) => removeSecondFactor(deps, tx, user.id))
  return ok(undefined)
}
