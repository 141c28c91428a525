import type {
  AddPasskey,
  BeginPasskey,
  Passkey,
  PasskeyList,
  PasskeySetup,
  RemovePasskey,
} from '../../../../contract/passkeys'
import type { Tx } from '../../database/database'
import type { AuthenticatedUser } from '../../shared/http'
import { newId } from '../../shared/ids'
import { ok, type Result, refuse } from '../../shared/result'
import { beginHold } from '../../users/holds'
import { notifyUser } from '../../users/userEvents'
import { newChallenge, takeChallenge } from './challenges'
import { type SecurityDeps, sendSecurityMessage } from './deps'
import { checkLoginPassword } from './loginPassword'
import { checkPasskey, known, type PasskeyRefusal } from './passkeyCheck'
import type { PasskeyRow } from './passkeyRepository'
import * as repository from './passkeyRepository'
import type { SessionUser } from './places'
import { checkSessionFactor, isSecondFactorOn, type SecondFactorRefusal } from './secondFactor'
import { checkChallenge, verifyNewPasskey } from './webauthn'

/** An account has at most this many. */
export const PASSKEYS_MAX = 10

const toWire = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export async function listPasskeys(deps: SecurityDeps, userId: bigint): Promise<PasskeyList> {
  return { items: (await repository.listPasskeys(deps.database, userId)).map(toWire), limit: PASSKEYS_MAX }
}

export type BeginPasskeyRefusal =
  | SecondFactorRefusal
  | 'not_found'
  | 'passkey_limit_reached'
  | 'password_wrong'
  | 'rate_limited'

/** The authenticator's options to create one, for a user who has just confirmed their identity. */
export async function beginPasskey(
  deps: SecurityDeps,
  user: AuthenticatedUser,
  input: BeginPasskey,
): Promise<Result<PasskeySetup, BeginPasskeyRefusal>> {
  const site = deps.config.passkeys
  if (!site) return refuse('not_found')
  const rows = await repository.listPasskeys(deps.database, user.id)
  if (rows.length >= PASSKEYS_MAX) return refuse('passkey_limit_reached', { limit: String(PASSKEYS_MAX) })
  const password = await checkLoginPassword(deps, user, input.loginPassword)
  if (!password.ok) return password
  const factor = await checkSessionFactor(deps, user, { code: input.secondFactorCode, passkey: input.passkey })
  if (!factor.ok) return factor
  return ok({
    challenge: newChallenge(deps.sealer, { purpose: 'add', userId: user.id }, deps.clock.now()),
    domain: site.domain,
    siteName: deps.config.appName,
    userHandle: handleOf(deps, user.id, rows).toString('base64url'),
    account: user.account,
    known: known(rows),
  })
}

/** One handle for all passkeys of a user, so that an authenticator replaces its passkey instead of keeping two. */
const handleOf = ({ sealer }: SecurityDeps, userId: bigint, rows: readonly PasskeyRow[]): Buffer =>
  rows[0]?.user_handle ?? sealer.marks(String(userId), 'user handle of passkeys')[0]

export type AddPasskeyRefusal = PasskeyRefusal | 'passkey_exists' | 'passkey_limit_reached'

/** `device` is the name if the user gives none. */
export async function addPasskey(
  deps: SecurityDeps,
  user: SessionUser,
  input: AddPasskey,
  device: string,
): Promise<Result<Passkey, AddPasskeyRefusal>> {
  const { id: userId } = user
  const site = deps.config.passkeys
  if (!site) return refuse('passkey_wrong')
  const challenge = checkChallenge(deps, { purpose: 'add', userId })
  const made = await verifyNewPasskey(site, input, challenge)
  const asked = challenge.asked()
  if (challenge.wasAsked() && !asked) return refuse('passkey_expired')
  if (!made || !asked) return refuse('passkey_wrong')
  const now = new Date(deps.clock.now())
  return deps.database.attempt(async (tx) => {
    if (!(await repository.lockUser(tx, userId))) return refuse('passkey_wrong')
    // It would outlive a session that was ended in the meantime.
    if (!(await repository.hasSession(tx, user))) return refuse('passkey_wrong')
    if (!(await takeChallenge(tx, asked.challenge, asked.expiresAt, now))) return refuse('passkey_expired')
    const rows = await repository.listPasskeys(tx, userId)
    if (rows.length >= PASSKEYS_MAX) return refuse('passkey_limit_reached', { limit: String(PASSKEYS_MAX) })
    const row = {
      id: newId(),
      user_id: userId,
      ...made,
      user_handle: handleOf(deps, userId, rows),
      name: input.name?.trim() || device.slice(0, 40),
      created_at: now,
    }
    if (!(await repository.insertPasskey(tx, row))) return refuse('passkey_exists')
    await sendSecurityMessage(deps, tx, userId, 'passkey_added', { device: row.name })
    await beginHold(tx, userId, 'second_factor', now.getTime())
    await notifyUser(tx, userId, ['account'])
    return ok(toWire({ ...row, last_used_at: null }))
  })
}

export async function renamePasskey(
  deps: SecurityDeps,
  userId: bigint,
  id: string,
  name: string,
): Promise<Result<PasskeyList, 'invalid_request' | 'not_found'>> {
  const tidy = name.trim()
  if (tidy === '') return refuse('invalid_request', { fields: [{ field: 'name', problem: 'must not be blank' }] })
  const found = await repository.renamePasskey(deps.database, userId, id, tidy)
  return found ? ok(await listPasskeys(deps, userId)) : refuse('not_found')
}

type OwnerRefusal = SecondFactorRefusal | 'password_wrong'

export type RemovePasskeyRefusal = OwnerRefusal | 'not_found'

/** A passkey, or a code if the app is set up, or else the login password: one of them must be right. */
async function proveOwner(
  deps: SecurityDeps,
  user: SessionUser,
  input: RemovePasskey,
): Promise<Result<unknown, OwnerRefusal>> {
  if (input.passkey) return checkPasskey(deps, input.passkey, user.id)
  if (input.secondFactorCode !== undefined && (await isSecondFactorOn(deps.database, user.id)))
    return checkSessionFactor(deps, user, { code: input.secondFactorCode })
  return checkLoginPassword(deps, user, input.loginPassword ?? '')
}

export async function removePasskey(
  deps: SecurityDeps,
  user: SessionUser,
  id: string,
  input: RemovePasskey,
): Promise<Result<PasskeyList, RemovePasskeyRefusal>> {
  const owner = await proveOwner(deps, user, input)
  if (!owner.ok) return owner
  const { id: userId } = user
  const removed = await deps.database.withTransaction(async (tx) => {
    const count = await repository.deletePasskeys(tx, userId, id)
    if (count > 0) {
      await sendSecurityMessage(deps, tx, userId, 'passkey_removed')
      await beginHold(tx, userId, 'second_factor', deps.clock.now())
    }
    return count
  })
  return removed > 0 ? ok(await listPasskeys(deps, userId)) : refuse('not_found')
}

/** In the caller's transaction; returns how many there were and tells the user. */
export async function removeAllPasskeys(deps: SecurityDeps, tx: Tx, userId: bigint): Promise<number> {
  const count = await repository.deletePasskeys(tx, userId, null)
  if (count > 0) await sendSecurityMessage(deps, tx, userId, 'passkey_removed')
  return count
}
