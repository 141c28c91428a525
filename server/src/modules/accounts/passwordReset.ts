import type { PasswordResetDone, ResetPassword } from '../../../../contract/security'
import type { Tx } from '../../database/database'
import { networkOf } from '../../shared/networks'
import { ok, type Result, refuse } from '../../shared/result'
import { HOUR_MS } from '../../shared/time'
import { beginHold, lockForHold } from '../../users/holds'
import { hashOneTimeCode, issueOneTimeCode } from '../../users/oneTimeCodes'
import type { AccountsBase } from './deps'
import { addDevice, type Origin } from './devices'
import { isInvalidAccount } from './identity'
import { beginLogin, endLogin, type Lane } from './loginLanes'
import { recordLogin } from './loginRecords'
import { hashPassword, isWeakLoginPassword } from './passwords'
import * as repository from './repository'
import { isInvalidTradePassword, isWeakTradePassword } from './tradePassword'

export type ResetRefusal =
  | 'login_password_weak'
  | 'rate_limited'
  | 'reset_code_invalid'
  | 'trade_password_invalid'
  | 'trade_password_weak'

type Kind = ResetPassword['kind']

/** PRODUCT.md 9.6.1: short, because the user is on the telephone or nearly so. */
export const RESET_CODE_MS = HOUR_MS

const HASH_COLUMN = { login: 'login_password_hash', trade: 'trade_password_hash' } as const
const EVENT = { login: 'login_password_reset', trade: 'trade_password_reset' } as const

/** In the operator's transaction: a code for a user who forgot a password. */
export const issueResetCode = (
  { clock }: Pick<AccountsBase, 'clock'>,
  tx: Tx,
  input: { userId: bigint; kind: Kind; issuedBy: string },
) => issueOneTimeCode(tx, 'reset_code', input, clock.now(), RESET_CODE_MS)

/** Tries are counted like logins but apart from them: by network, and within a shared budget. */
const laneOf = (account: string, address: string): Lane => ({
  account: `reset ${account}`,
  name: `network ${networkOf(address)}`,
  isStranger: true,
})

interface Reset {
  userId: bigint
  input: ResetPassword
  passwordHash: string
  origin: Origin
}

/** Everything that ends and begins with a new password, in one commit; returns the ended sessions. */
async function resetIn(tx: Tx, deps: AccountsBase, { userId, input, passwordHash, origin }: Reset) {
  const now = new Date(deps.clock.now())
  const { kind } = input
  await lockForHold(tx, userId)
  if (
    !(await tx.some(
      'delete from reset_code where user_id = $1 and kind = $2 and code_hash = $3 and expires_at > $4 returning user_id',
      [userId, kind, hashOneTimeCode(userId, input.resetCode), now],
    ))
  )
    return refuse('reset_code_invalid')
  await tx.query(`update app_user set ${HASH_COLUMN[kind]} = $2 where id = $1`, [userId, passwordHash])
  await tx.query('delete from guess where user_id = $1 and starts_with(kind, $2)', [userId, `${kind}_password `])
  const ended = await deps.auth.endSessions(tx, userId)
  await deps.auth.forgetDevices(tx, userId)
  // Someone who knew the password may have added a passkey.
  if (kind === 'login') await deps.security.removePasskeys(tx, userId)
  // A known device, so that guesses at the account do not hold up the next login.
  const device = kind === 'login' ? await addDevice(tx, userId, origin.device, now) : undefined
  await beginHold(tx, userId, 'reset', now.getTime())
  await recordLogin(tx, deps.messages, { userId, origin, outcome: 'password_reset', at: now, told: EVENT[kind] })
  return ok({ ended, deviceToken: device?.token ?? null })
}

/**
 * A new password for a user who forgot the old one, with a code that an operator issued. It ends all sessions and begins the
 * hold. `reset_code_invalid` also for an account that does not exist; `rate_limited` with the wait.
 */
export async function resetPassword(
  deps: AccountsBase,
  input: ResetPassword,
  origin: Origin,
): Promise<Result<PasswordResetDone, ResetRefusal>> {
  if (input.kind === 'login' && isWeakLoginPassword(input.newPassword)) return refuse('login_password_weak')
  if (input.kind === 'trade' && isInvalidTradePassword(input.newPassword)) return refuse('trade_password_invalid')
  if (input.kind === 'trade' && isWeakTradePassword(input.newPassword)) return refuse('trade_password_weak')
  if (isInvalidAccount(input.account)) return refuse('reset_code_invalid')
  const lane = laneOf(input.account, origin.address)
  const { waitMs } = await beginLogin(deps.database, lane, deps.clock.now())
  if (waitMs > 0) return refuse('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  const user = await repository.findUserByAccount(deps.database, input.account)
  // An unknown account costs the same work, and nothing is looked up by the code before it.
  const passwordHash = await hashPassword(input.newPassword)
  if (!user) return refuse('reset_code_invalid')
  const done = await deps.database.attempt(async (tx) => {
    const reset = await resetIn(tx, deps, { userId: user.id, input, passwordHash, origin })
    if (reset.ok) await endLogin(tx, lane)
    return reset
  })
  if (!done.ok) return done
  for (const sessionId of done.value.ended) deps.auth.forgetSession(sessionId)
  return ok({ deviceToken: done.value.deviceToken })
}
