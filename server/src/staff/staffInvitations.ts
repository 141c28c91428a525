import { STAFF_ROLES, type StaffRole } from '../../../contract/console'
import type { OpenedInvitation } from '../../../contract/consoleSchemas'
import { writeAudit } from '../auditLog/auditLog'
import type { Tx } from '../database/database'
import { passwords } from '../modules/accounts/service'
import { ok, type Result, refuse } from '../shared/result'
import { DAY_MS } from '../shared/time'
import { hashToken, newToken } from '../shared/tokens'
import type { StaffDeps } from './deps'
import { openSecret, sealNewSecret } from './staffFactor'
import { actorOf } from './staffIdentity'
import * as repository from './staffRepository'
import { type OpenedSession, openSession } from './staffSessions'
import { secretForApp, stepOf } from './staffTotp'

/** PRODUCT.md 20.2. */
const INVITATION_MS = DAY_MS
const PASSWORD_MIN = 12

/** The token of a link, and until when it works. */
interface LinkToken {
  token: string
  expiresAt: Date
}

export interface Invited {
  login: string
  name: string
  roles: readonly StaffRole[]
  invitedBy: string | null
}

async function save(
  { clock, sealer }: StaffDeps,
  tx: Tx,
  { login, name, roles, invitedBy }: Invited,
  { resets }: { resets: boolean },
): Promise<LinkToken> {
  const { token, hash } = newToken()
  const expiresAt = new Date(clock.now() + INVITATION_MS)
  await repository.saveInvitation(tx, hash, {
    login,
    name,
    roles: [...roles],
    sealed_secret: sealNewSecret(sealer, login),
    invited_by: invitedBy,
    expires_at: expiresAt,
    resets,
  })
  return { token, expiresAt }
}

/** In the caller's transaction; a second invitation for a login replaces the first. */
export async function invite(deps: StaffDeps, tx: Tx, person: Invited): Promise<Result<LinkToken, 'login_taken'>> {
  if (await repository.findByLogin(tx, person.login)) return refuse('login_taken')
  return ok(await save(deps, tx, person, { resets: false }))
}

/** A link to set a new password and authenticator, for somebody who lost theirs; nothing changes until it is used. */
export async function inviteToReset(
  deps: StaffDeps,
  tx: Tx,
  login: string,
  by: string,
): Promise<Result<LinkToken, 'not_found'>> {
  const row = await repository.findByLogin(tx, login)
  if (!row || row.disabled_at) return refuse('not_found')
  return ok(await save(deps, tx, { ...row, invitedBy: by }, { resets: true }))
}

/** A link for the first administrator until somebody has joined; in a demo this person has every role. */
export function inviteFirst(deps: StaffDeps): Promise<string | undefined> {
  return deps.database.withTransaction(async (tx) => {
    await repository.lockStaff(tx)
    if (await repository.hasStaff(tx)) return undefined
    const roles = deps.config.funds === 'demo' ? STAFF_ROLES : (['administrator'] as const)
    const person = { login: 'admin', name: 'Administrator', roles, invitedBy: null }
    return (await save(deps, tx, person, { resets: false })).token
  })
}

export async function openInvitation(
  { database, clock, sealer, config }: StaffDeps,
  token: string,
): Promise<Result<OpenedInvitation, 'invitation_over'>> {
  const row = await repository.findInvitation(database, hashToken(token), new Date(clock.now()))
  if (!row) return refuse('invitation_over')
  const { login, name, roles } = row
  return ok({ login, name, roles, ...secretForApp(openSecret(sealer, row), `${config.appName} console`, login) })
}

type JoinProblem = 'invitation_over' | 'login_taken'

/** The invited person's password, and a code that shows that the authenticator has the secret; signs them in. */
export async function acceptInvitation(
  deps: StaffDeps,
  input: { token: string; password: string; code: string },
): Promise<Result<OpenedSession, JoinProblem | 'code_wrong' | 'password_weak'>> {
  const { database, clock, sealer } = deps
  const hash = hashToken(input.token)
  const now = clock.now()
  const row = await repository.findInvitation(database, hash, new Date(now))
  if (!row) return refuse('invitation_over')
  if ([...input.password].length < PASSWORD_MIN || passwords.isWeakLogin(input.password)) return refuse('password_weak')
  const step = stepOf(openSecret(sealer, row), input.code, now)
  if (step === undefined) return refuse('code_wrong')
  // Takes long, so that it comes before the transaction.
  const passwordHash = await passwords.hash(input.password)
  return database.attempt(async (tx): Promise<Result<OpenedSession, JoinProblem>> => {
    const taken = await repository.takeInvitation(tx, hash, new Date(now))
    if (!taken) return refuse('invitation_over')
    const person = { ...taken, passwordHash, step, now: new Date(now) }
    const added = taken.resets ? await repository.resetStaff(tx, person) : await repository.addStaff(tx, person)
    if (!added) return refuse(taken.resets ? 'invitation_over' : 'login_taken')
    const action = taken.resets ? 'staff.renew' : 'staff.join'
    await writeAudit(tx, { actor: actorOf(added), reason: 'invitation' }, action, `staff ${added.login}`, {})
    return ok(await openSession(deps, tx, added))
  })
}
