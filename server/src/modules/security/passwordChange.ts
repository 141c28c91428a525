import type { ChangePassword } from '../../../../contract/security'
import type { Queryable, Tx } from '../../database/database'
import type { AuthenticatedUser } from '../../shared/http'
import { ok, type Result, refuse } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import { beginHold, lockForHold } from '../../users/holds'
import { hashOneTimeCode, issueOneTimeCode } from '../../users/oneTimeCodes'
import { type SecurityDeps, sendSecurityMessage } from './deps'
import { beginGuess, clearGuesses, tooManyGuesses } from './guesses'
import { checkLoginPassword } from './loginPassword'
import { placeOf, type SessionUser } from './places'
import { checkTradePassword } from './tradePassword'

export type PasswordChangeRefusal =
  | 'change_code_invalid'
  | 'login_password_weak'
  | 'password_unchanged'
  | 'password_wrong'
  | 'rate_limited'
  | 'trade_password_invalid'
  | 'trade_password_weak'
  | 'trade_password_locked'

export type PasswordKind = ChangePassword['kind']

/** How long a change code from customer service is valid. */
export const CHANGE_CODE_MS = DAY_MS

/** In the caller's transaction: the code with which a user changes a password. */
export const issueChangeCode = (
  { clock }: Pick<SecurityDeps, 'clock'>,
  tx: Tx,
  input: { userId: bigint; kind: PasswordKind; issuedBy: string },
) => issueOneTimeCode(tx, 'change_code', input, clock.now(), CHANGE_CODE_MS)

/** Whether the code is the one that was issued; does not use it up. Wrong ones are counted. */
async function checkChangeCode(
  deps: SecurityDeps,
  user: SessionUser,
  input: ChangePassword,
): Promise<Result<undefined, 'change_code_invalid' | 'rate_limited'>> {
  const now = deps.clock.now()
  const place = await placeOf(deps.database, user)
  const guess = await beginGuess(deps.database, user.id, 'change_code', now, place)
  if ('waitUntil' in guess) return tooManyGuesses(guess.waitUntil, now)
  if (
    !(await deps.database.some(
      'select 1 as found from change_code where user_id = $1 and kind = $2 and code_hash = $3 and expires_at > $4',
      [user.id, input.kind, hashOneTimeCode(user.id, input.changeCode), new Date(now)],
    ))
  )
    return refuse('change_code_invalid', { attemptsLeft: guess.attemptsLeft })
  await clearGuesses(deps.database, user.id, 'change_code', place)
  return ok(undefined)
}

/** The form calls either one "the old password"; a locked trade password stays locked here, too. */
async function checkOldPassword(
  deps: SecurityDeps,
  user: SessionUser,
  input: ChangePassword,
): Promise<Result<undefined, 'password_wrong' | 'rate_limited' | 'trade_password_locked'>> {
  if (input.kind === 'login') return checkLoginPassword(deps, user, input.oldPassword)
  const checked = await checkTradePassword(deps, user, input.oldPassword)
  if (checked.ok) return checked
  const { code, details } = checked.error
  return refuse(code === 'trade_password_wrong' ? 'password_wrong' : code, details)
}

const HASH_COLUMN = { login: 'login_password_hash', trade: 'trade_password_hash' } as const

async function hashOf(database: Queryable, userId: bigint, kind: PasswordKind): Promise<string | undefined> {
  const row = await database.first<{ hash: string }>(
    `select ${HASH_COLUMN[kind]} as hash from app_user where id = $1 and deleted_at is null`,
    [userId],
  )
  return row?.hash
}

interface Change {
  user: AuthenticatedUser
  input: ChangePassword
  hash: string
}

/** The commit that changes the password also uses up the code; returns the ended sessions. */
async function changeIn(
  tx: Tx,
  deps: SecurityDeps,
  { user, input, hash }: Change,
): Promise<Result<string[], 'change_code_invalid'>> {
  await lockForHold(tx, user.id)
  if (
    !(await tx.some(
      'delete from change_code where user_id = $1 and kind = $2 and code_hash = $3 and expires_at > $4 returning user_id',
      [user.id, input.kind, hashOneTimeCode(user.id, input.changeCode), new Date(deps.clock.now())],
    ))
  )
    return refuse('change_code_invalid')
  await tx.query(`update app_user set ${HASH_COLUMN[input.kind]} = $2 where id = $1`, [user.id, hash])
  const event = input.kind === 'login' ? 'login_password_changed' : 'trade_password_changed'
  await sendSecurityMessage(deps, tx, user.id, event)
  await beginHold(tx, user.id, 'password', deps.clock.now())
  if (input.kind === 'login') await deps.auth.forgetDevices(tx, user.id, user.sessionId)
  return ok(input.endOtherSessions ? await deps.auth.endSessions(tx, user.id, user.sessionId) : [])
}

/** PRODUCT.md 9.6: a change of password takes a one-time code from customer service in addition to the old password. */
export async function changePassword(
  deps: SecurityDeps,
  user: AuthenticatedUser,
  input: ChangePassword,
): Promise<Result<undefined, PasswordChangeRefusal>> {
  const { passwords } = deps
  if (input.kind === 'login' && passwords.isWeakLogin(input.newPassword)) return refuse('login_password_weak')
  if (input.kind === 'trade' && passwords.isInvalidTrade(input.newPassword)) return refuse('trade_password_invalid')
  if (input.kind === 'trade' && passwords.isWeakTrade(input.newPassword)) return refuse('trade_password_weak')
  // The code comes first: without one this route reveals nothing about the old password.
  const code = await checkChangeCode(deps, user, input)
  if (!code.ok) return code
  const old = await checkOldPassword(deps, user, input)
  if (!old.ok) return old
  const stored = await hashOf(deps.database, user.id, input.kind)
  if (await passwords.verify(stored, input.newPassword)) return refuse('password_unchanged')
  const hash = await passwords.hash(input.newPassword)
  const ended = await deps.database.attempt((tx) => changeIn(tx, deps, { user, input, hash }))
  if (!ended.ok) return ended
  for (const sessionId of ended.value) deps.auth.forgetSession(sessionId)
  return ok(undefined)
}
