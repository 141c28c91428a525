import { Secret, TOTP } from 'otpauth'
import type { PasskeyAssertion } from '../../../../contract/passkeys'
import type { SecondFactor } from '../../../../contract/security'
import type { Queryable } from '../../database/database'
import { ok, type Result, refuse } from '../../shared/result'
import { hashOneTimeCode } from '../../users/oneTimeCodes'
import type { SecurityDeps } from './deps'
import { beginGuess, clearGuesses, tooManyGuesses } from './guesses'
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
export const TOTP_RULE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const STEP_MS = TOTP_RULE.period * 1000
/** A clock may be one step off, either way. */
const WINDOW = 1

interface FactorRow {
  sealed_secret: string
  enabled_at: Date | null
  setup_expires_at: Date
}

/** What a sealed secret is bound to: it opens for no other user. */
export const contextOf = (userId: bigint) => `second factor ${userId}`

export function findFactor(database: Queryable, userId: bigint): Promise<FactorRow | undefined> {
  return database.first<FactorRow>(
    'select sealed_secret, enabled_at, setup_expires_at from second_factor where user_id = $1',
    [userId],
  )
}

/** The time step that the code belongs to, or undefined for a wrong one. */
export function stepOf(deps: SecurityDeps, userId: bigint, row: FactorRow, code: string): number | undefined {
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
 * given must be right even then. Wrong codes count for `place`, so that guesses at a login lock nobody who is signed in.
 */
export async function checkSecondFactor(
  deps: SecurityDeps,
  userId: bigint,
  { code, passkey }: SecondFactorProof,
  place: string,
): Promise<Result<undefined, SecondFactorRefusal>> {
  const { database, clock } = deps
  if (passkey) {
    const checked = await checkPasskey(deps, passkey, userId)
    return checked.ok ? ok(undefined) : checked
  }
  const row = await findFactor(database, userId)
  if (!row?.enabled_at) return ok(undefined)
  const typed = (code ?? '').replace(/[\s-]/g, '')
  if (typed === '') return refuse('second_factor_required')
  const now = clock.now()
  const guess = await beginGuess(database, userId, 'second_factor', now, place)
  if ('waitUntil' in guess) return tooManyGuesses(guess.waitUntil, now)
  const step = stepOf(deps, userId, row, typed)
  const right =
    step === undefined ? await takeRecoveryCode(database, userId, typed) : await takeStep(database, userId, step)
  if (!right) return refuse('second_factor_wrong', { attemptsLeft: guess.attemptsLeft })
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
