import { type Permission, permissionsOf, STAFF_ROLES, type StaffRole } from '../../../contract/console'
import type { OpenedInvitation, StaffSession } from '../../../contract/consoleSchemas'
import type { StaffFactor } from '../../../contract/staffSignIn'
import { writeAudit } from '../auditLog/auditLog'
import type { Tx } from '../database/database'
import { passwords } from '../modules/accounts/service'
import { ok } from '../shared/result'
import { DAY_MS, HOUR_MS } from '../shared/time'
import { hashToken, newToken } from '../shared/tokens'
import type { StaffDeps } from './deps'
import { expireProposals } from './proposalEnds'
import { type Answer, refuse } from './refusal'
import { isSignedBy } from './staffPasskeyCheck'
import * as repository from './staffRepository'
import { newSecret, secretForApp, stepOf } from './staffTotp'
import { clearTries, countTry } from './staffTries'
import { recordWrongFactor, wrongFactorsOf } from './wrongFactors'

/** PRODUCT.md 20.2. */
export const SESSION_MS = 12 * HOUR_MS
export const IDLE_MS = 30 * 60_000
const INVITATION_MS = DAY_MS
const TOUCH_MS = 30_000
const PASSWORD_MIN = 12

/** The person behind a request of the console. */
export interface StaffIdentity {
  id: bigint
  login: string
  name: string
  roles: readonly StaffRole[]
  permissions: readonly Permission[]
  endsAt: Date
}

/** Begins the names of staff in the audit log; nobody can type such a name on the command line. */
export const STAFF_PREFIX = 'staff/'
export const actorOf = (staff: { login: string }) => STAFF_PREFIX + staff.login
/** Undefined for a name that was typed. */
export const loginOf = (actor: string) =>
  actor.startsWith(STAFF_PREFIX) ? actor.slice(STAFF_PREFIX.length) : undefined

/** The secret is bound to the login, which never changes. */
const contextOf = (login: string) => `staff ${login} second factor`

const identityOf = (row: repository.StaffRow, endsAt: Date): StaffIdentity => ({
  id: row.id,
  login: row.login,
  name: row.name,
  roles: row.roles,
  permissions: permissionsOf(row.roles),
  endsAt,
})

/** The token of a link, and until when it works. */
interface LinkToken {
  token: string
  expiresAt: Date
}

interface Invited {
  login: string
  name: string
  roles: readonly StaffRole[]
  invitedBy: string | null
}

/** In the caller's transaction; a second invitation for a login replaces the first. */
async function invite(deps: StaffDeps, tx: Tx, person: Invited): Promise<Answer<LinkToken, 'login_taken'>> {
  if (await repository.findByLogin(tx, person.login)) return refuse('login_taken')
  return ok(await saveInvitation(deps, tx, { ...person, resets: false }))
}

async function saveInvitation(
  { clock, sealer }: Pick<StaffDeps, 'clock' | 'sealer'>,
  tx: Tx,
  person: Invited & { resets: boolean },
): Promise<LinkToken> {
  const { token, hash } = newToken()
  const expiresAt = new Date(clock.now() + INVITATION_MS)
  await repository.saveInvitation(tx, hash, {
    login: person.login,
    name: person.name,
    roles: [...person.roles],
    sealed_secret: sealer.seal(newSecret(), contextOf(person.login)),
    invited_by: person.invitedBy,
    expires_at: expiresAt,
    resets: person.resets,
  })
  return { token, expiresAt }
}

/** A link to set a new password and authenticator, for somebody who lost theirs; nothing changes until it is used. */
async function reset(deps: StaffDeps, tx: Tx, login: string, by: string): Promise<Answer<LinkToken, 'not_found'>> {
  const row = await repository.findByLogin(tx, login)
  if (!row || row.disabled_at) return refuse('not_found')
  const { name, roles } = row
  return ok(await saveInvitation(deps, tx, { login: row.login, name, roles, invitedBy: by, resets: true }))
}

/** A link for the first administrator until somebody has joined; in a demo this person has every role. */
function inviteFirst(deps: StaffDeps): Promise<string | undefined> {
  return deps.database.withTransaction(async (tx) => {
    await repository.lockStaff(tx)
    if (await repository.hasStaff(tx)) return undefined
    const roles = deps.config.funds === 'demo' ? STAFF_ROLES : (['administrator'] as const)
    const person = { login: 'admin', name: 'Administrator', roles, invitedBy: null, resets: false }
    return (await saveInvitation(deps, tx, person)).token
  })
}

async function openInvitation(
  { database, clock, sealer, config }: StaffDeps,
  token: string,
): Promise<Answer<OpenedInvitation, 'invitation_over'>> {
  const row = await repository.findInvitation(database, hashToken(token), new Date(clock.now()))
  if (!row) return refuse('invitation_over')
  const secret = sealer.open(row.sealed_secret, contextOf(row.login))
  const { login, name, roles } = row
  return ok({ login, name, roles, ...secretForApp(secret, `${config.appName} console`, login) })
}

async function openSession({ clock }: StaffDeps, tx: Tx, row: repository.StaffRow): Promise<OpenedSession> {
  const { token, hash } = newToken()
  const now = clock.now()
  const endsAt = new Date(now + SESSION_MS)
  await repository.addSession(tx, { hash, staffId: row.id, now: new Date(now), endsAt })
  return { token, staff: identityOf(row, endsAt) }
}

interface OpenedSession {
  token: string
  staff: StaffIdentity
}

async function accept(
  deps: StaffDeps,
  input: { token: string; password: string; code: string },
): Promise<Answer<OpenedSession>> {
  const { database, clock, sealer } = deps
  const hash = hashToken(input.token)
  const now = clock.now()
  const row = await repository.findInvitation(database, hash, new Date(now))
  if (!row) return refuse('invitation_over')
  if ([...input.password].length < PASSWORD_MIN || passwords.isWeakLogin(input.password)) return refuse('password_weak')
  const step = stepOf(sealer.open(row.sealed_secret, contextOf(row.login)), input.code, now)
  if (step === undefined) return refuse('code_wrong')
  const passwordHash = await passwords.hash(input.password)
  return database.attempt(async (tx): Promise<Answer<OpenedSession>> => {
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

/** A passkey, or else the code of the authenticator, which counts once. */
async function isRightFactor(
  deps: StaffDeps,
  row: repository.StaffRow,
  { code, passkey }: StaffFactor,
  purpose: 'staff_login' | 'staff_confirm',
): Promise<boolean> {
  if (passkey) return isSignedBy(deps, row.id, passkey, purpose)
  const secret = deps.sealer.open(row.sealed_secret, contextOf(row.login))
  const step = stepOf(secret, code ?? '', deps.clock.now())
  return step !== undefined && repository.takeStep(deps.database, row, step)
}

type FactorProblem = 'code_wrong' | 'passkey_wrong' | 'rate_limited'

const refuseFactor = ({ passkey }: StaffFactor) => refuse(passkey ? 'passkey_wrong' : 'code_wrong')

/** Asks a signed-in person for the second factor again, before what outlasts the session. */
export async function checkFactor(
  deps: StaffDeps,
  staff: { id: bigint; login: string },
  factor: StaffFactor,
): Promise<Answer<undefined, FactorProblem>> {
  const row = await repository.findByLogin(deps.database, staff.login)
  const counted = await countTry(deps.database, 'confirm', staff.login, deps.clock.now())
  if (!counted.ok) return counted
  if (!row || !(await isRightFactor(deps, row, factor, 'staff_confirm'))) {
    if (row) await recordWrongFactor(deps, row.login, factor, counted.value)
    return refuseFactor(factor)
  }
  await clearTries(deps.database, staff.login, ['confirm'])
  return ok(undefined)
}

/** The second factor at a sign-in; a wrong one was counted first and is recorded. */
async function checkSignInFactor(
  deps: StaffDeps,
  row: repository.StaffRow,
  factor: StaffFactor,
): Promise<Answer<undefined, FactorProblem>> {
  const counted = await countTry(deps.database, 'factor', row.login, deps.clock.now())
  if (!counted.ok) return counted
  if (!(await isRightFactor(deps, row, factor, 'staff_login'))) {
    await recordWrongFactor(deps, row.login, factor, counted.value)
    return refuseFactor(factor)
  }
  await clearTries(deps.database, row.login, ['sign_in', 'factor'])
  return ok(undefined)
}

/** Checks password and second factor; each try is counted first, whether anybody has the login or not. */
async function checkPerson(
  deps: StaffDeps,
  { login, password, ...factor }: { login: string; password: string } & StaffFactor,
): Promise<Answer<repository.StaffRow, 'rate_limited' | 'wrong_credentials'>> {
  const counted = await countTry(deps.database, 'sign_in', login, deps.clock.now())
  if (!counted.ok) return counted
  const row = await repository.findByLogin(deps.database, login)
  const right = await passwords.verify(row?.password_hash, password)
  if (!row || !right || row.disabled_at) return refuse('wrong_credentials')
  const checked = await checkSignInFactor(deps, row, factor)
  if (checked.ok) return ok(row)
  // One answer for an unknown login, a wrong password and a wrong factor, so that nobody learns which it was.
  return checked.error.code === 'rate_limited'
    ? refuse('rate_limited', checked.error.details)
    : refuse('wrong_credentials')
}

/** Signs in a person whom the identity provider has named: the second factor is always ours. */
async function signInNamed(deps: StaffDeps, staffId: bigint, factor: StaffFactor): Promise<Answer<OpenedSession>> {
  const row = await repository.findById(deps.database, staffId)
  if (!row || row.disabled_at) return refuse('wrong_credentials')
  const checked = await checkSignInFactor(deps, row, factor)
  if (!checked.ok) return checked
  return ok(await deps.database.withTransaction((tx) => openSession(deps, tx, row)))
}

async function byToken({ database, clock }: StaffDeps, token: string): Promise<StaffIdentity | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const hash = hashToken(token)
  const now = clock.now()
  const row = await repository.findSession(database, hash, new Date(now), new Date(now - IDLE_MS))
  if (!row) return undefined
  if (now - row.seen_at.getTime() >= TOUCH_MS) await repository.touchSession(database, hash, new Date(now))
  return identityOf(row, row.ends_at)
}

function describe({ config }: StaffDeps, staff: StaffIdentity): StaffSession {
  return {
    staff: {
      id: String(staff.id),
      login: staff.login,
      name: staff.name,
      roles: [...staff.roles],
      permissions: [...staff.permissions],
    },
    endsAt: staff.endsAt.toISOString(),
    idleMinutes: IDLE_MS / 60_000,
    appName: config.appName,
    currency: config.currency.code,
  }
}

/** Staff accounts and their sessions. */
export function createStaffService(deps: StaffDeps) {
  const { database, clock } = deps
  wrongFactorsOf(deps.metrics)
  return {
    invite: (tx: Tx, person: Parameters<typeof invite>[2]) => invite(deps, tx, person),
    inviteFirst: () => inviteFirst(deps),
    reset: (tx: Tx, login: string, by: string) => reset(deps, tx, login, by),
    isEmpty: async () => !(await repository.hasStaff(database)),
    openInvitation: (token: string) => openInvitation(deps, token),
    accept: (input: Parameters<typeof accept>[1]) => accept(deps, input),
    async signIn(input: Parameters<typeof checkPerson>[1]) {
      const person = await checkPerson(deps, input)
      return person.ok ? ok(await database.withTransaction((tx) => openSession(deps, tx, person.value))) : person
    },
    signInNamed: (staffId: bigint, factor: StaffFactor) => signInNamed(deps, staffId, factor),
    byToken: (token: string) => byToken(deps, token),
    signOut: (token: string) => repository.deleteSession(database, hashToken(token)),
    describe: (staff: StaffIdentity) => describe(deps, staff),
    /** Expired console rows are deleted, and proposals that nobody decided in time end. */
    async sweep() {
      const now = new Date(clock.now())
      await repository.deleteExpired(database, now)
      await expireProposals(database, now)
    },
  }
}

export type StaffService = ReturnType<typeof createStaffService>
