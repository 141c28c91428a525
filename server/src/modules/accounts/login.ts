import type { Login, NewSession } from '../../../../contract/accounts'
import type { LoginByPasskey } from '../../../../contract/passkeys'
import type { Tx } from '../../database/database'
import { SESSION_ABSOLUTE_MS } from '../../plugins/auth'
import { newId } from '../../shared/ids'
import { networkOf } from '../../shared/networks'
import { ok, type Result, refuse } from '../../shared/result'
import { newToken } from '../../shared/tokens'
import { findFreeze } from '../../users/freezes'
import { beginHold, lockForHold } from '../../users/holds'
import type { SecondFactorRefusal } from '../security/service'
import type { AccountsBase } from './deps'
import { addDevice, findDevice, type Origin, takeFirstLogin, touchDevice } from './devices'
import { isInvalidAccount } from './identity'
import { beginLogin, endLogin, type Lane } from './loginLanes'
import { isKnownNetwork, recordLogin } from './loginRecords'
import { verifyPassword } from './passwords'
import * as repository from './repository'
import * as sessions from './sessionRepository'

export type LoginRefusal = SecondFactorRefusal | 'login_frozen' | 'wrong_credentials'

export type PasskeyLoginRefusal = 'login_frozen' | 'passkey_expired' | 'passkey_wrong'

type User = Pick<repository.UserRow, 'id' | 'account' | 'nickname'>

/**
 * In the caller's transaction, for a user who has proven their identity: creates a session and remembers the device. A
 * new device gets its token, the user is told and withdrawals are held; not for the device that opened the account.
 */
export async function openSession(
  tx: Tx,
  deps: Pick<AccountsBase, 'clock' | 'messages'>,
  user: User,
  origin: Origin,
): Promise<NewSession> {
  const now = new Date(deps.clock.now())
  const expiresAt = new Date(now.getTime() + SESSION_ABSOLUTE_MS)
  const isFirst = await takeFirstLogin(tx, user.id, now)
  const known = await findDevice(tx, user.id, origin.deviceToken)
  if (known !== undefined) await touchDevice(tx, known, origin.device, now)
  const added =
    known === undefined ? await addDevice(tx, user.id, origin.device, now, { isProven: isFirst }) : undefined
  const { token, hash } = newToken()
  await sessions.insertSession(tx, {
    id: newId(),
    tokenHash: hash,
    userId: user.id,
    device: origin.device,
    deviceId: known ?? added?.id ?? null,
    createdAt: now,
    expiresAt,
  })
  const isNew = added !== undefined && !isFirst
  const outcome = isNew ? 'new_device' : 'signed_in'
  if (isNew) await beginHold(tx, user.id, 'new_device', now.getTime())
  const told = isNew ? ('login_new_device' as const) : undefined
  await recordLogin(tx, deps.messages, { userId: user.id, origin, outcome, at: now, told })
  return {
    token,
    expiresAt: expiresAt.toISOString(),
    deviceToken: added?.token ?? null,
    user: { account: user.account, nickname: user.nickname },
  }
}

/** Somebody has the password but not the second factor. */
async function recordWrongCode(deps: AccountsBase, userId: bigint, origin: Origin) {
  const at = new Date(deps.clock.now())
  await deps.database.withTransaction((tx) =>
    recordLogin(tx, deps.messages, { userId, origin, outcome: 'second_factor_wrong', at, told: 'second_factor_wrong' }),
  )
}

/** Unknown devices and networks have used up their shared budget: the user is told once a day. */
async function tellOfGuessing(deps: AccountsBase, userId: bigint) {
  const day = new Date(deps.clock.now()).toISOString().slice(0, 10)
  await deps.database.withTransaction((tx) =>
    deps.messages.send(tx, {
      userId,
      kind: 'security',
      facts: { event: 'login_guessed' },
      reference: `login guessed ${day}`,
    }),
  )
}

/** Which lane counts a login; see `LOGIN_RULE`. */
async function laneOf(
  deps: AccountsBase,
  account: string,
  user: User | undefined,
  origin: Origin,
): Promise<{ lane: Lane; deviceId: string | undefined }> {
  const deviceId = user && (await findDevice(deps.database, user.id, origin.deviceToken))
  if (deviceId !== undefined) return { lane: { account, name: `device ${deviceId}`, isStranger: false }, deviceId }
  const network = networkOf(origin.address)
  const isKnown = user !== undefined && (await isKnownNetwork(deps.database, user.id, network, deps.clock.now()))
  return { lane: { account, name: `network ${network}`, isStranger: !isKnown }, deviceId }
}

/** Signs in. Refuses `rate_limited` with the wait, `second_factor_required` once the password was right. */
export async function login(
  deps: AccountsBase,
  input: Omit<Login, 'deviceToken'>,
  origin: Origin,
): Promise<Result<NewSession, LoginRefusal>> {
  const { database } = deps
  const account = isInvalidAccount(input.account) ? undefined : input.account
  const user = account === undefined ? undefined : await repository.findUserByAccount(database, account)
  const from = account === undefined ? undefined : await laneOf(deps, account, user, origin)
  if (from) {
    const { waitMs, isSpent } = await beginLogin(database, from.lane, deps.clock.now())
    if (waitMs > 0) return refuse('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    if (isSpent && user) await tellOfGuessing(deps, user.id)
  }
  const matches = await verifyPassword(user?.login_password_hash, input.password)
  if (!user || !from || !matches) return refuse('wrong_credentials')
  // Asked only when the password is right; the attempt stays counted until the code is right, too.
  const factor = await deps.security.checkLoginFactor(
    user.id,
    { code: input.secondFactorCode },
    from.deviceId ?? 'login',
  )
  if (!factor.ok) {
    if (factor.error.code === 'second_factor_wrong') await recordWrongCode(deps, user.id, origin)
    return factor
  }
  return database.attempt(async (tx) => {
    if (from.deviceId === undefined) await lockForHold(tx, user.id)
    // A password that was changed after the comparison opens nothing.
    if (!(await repository.holdLoginPassword(tx, user.id, user.login_password_hash))) return refuse('wrong_credentials')
    const stopped = await findFreeze(tx, user.id, 'login')
    if (stopped !== undefined) return refuse('login_frozen', { reason: stopped })
    await endLogin(tx, from.lane)
    return ok(await openSession(tx, deps, user, origin))
  })
}

/** The one of the device's tokens that belongs to this user: before the check nobody knows whose passkey it is. */
async function ownToken(deps: AccountsBase, userId: bigint, tokens: readonly string[]): Promise<string | undefined> {
  for (const token of tokens) if (await findDevice(deps.database, userId, token)) return token
  return undefined
}

/** Signs in by a passkey alone. There is nothing to guess, so nothing is counted. */
export async function loginByPasskey(
  deps: AccountsBase,
  { passkey, deviceTokens = [] }: LoginByPasskey,
  origin: Omit<Origin, 'deviceToken'>,
): Promise<Result<NewSession, PasskeyLoginRefusal>> {
  const checked = await deps.security.userOfPasskey(passkey)
  if (!checked.ok) return checked
  const user = await repository.findUserById(deps.database, checked.value)
  if (!user) return refuse('passkey_wrong')
  const deviceToken = await ownToken(deps, user.id, deviceTokens)
  return deps.database.attempt(async (tx) => {
    if (deviceToken === undefined) await lockForHold(tx, user.id)
    await repository.holdUser(tx, user.id)
    // One that was taken away after the check opens nothing, as with a password that was changed.
    if (!(await deps.security.holdPasskey(tx, user.id, passkey))) return refuse('passkey_wrong')
    const stopped = await findFreeze(tx, user.id, 'login')
    if (stopped !== undefined) return refuse('login_frozen', { reason: stopped })
    return ok(await openSession(tx, deps, user, { ...origin, deviceToken }))
  })
}
