import type { StaffFactor } from '../../../contract/staffSignIn'
import { passwords } from '../modules/accounts/service'
import { present } from '../shared/assert'
import { ok, type Result, refuse } from '../shared/result'
import type { StaffDeps } from './deps'
import { checkFactor, type FactorProblem } from './staffFactor'
import * as repository from './staffRepository'
import { type OpenedSession, openSession } from './staffSessions'
import { countTry } from './staffTries'

export type PasswordSignIn = { login: string; password: string } & StaffFactor

/** Checks password and second factor; each try is counted first, whether anybody has the login or not. */
async function checkPerson(
  deps: StaffDeps,
  { login, password, ...factor }: PasswordSignIn,
): Promise<Result<repository.StaffRow, 'rate_limited' | 'wrong_credentials'>> {
  const counted = await countTry(deps.database, 'sign_in', login, deps.clock.now())
  if (!counted.ok) return counted
  const row = await repository.findByLogin(deps.database, login)
  // Compared for an unknown login, too: the time of an answer does not tell which logins exist.
  const right = await passwords.verify(row?.password_hash, password)
  if (!row || !right || row.disabled_at) return refuse('wrong_credentials')
  const checked = await checkFactor(deps, row, factor, 'staff_login')
  if (checked.ok) return ok(row)
  // One answer for an unknown login, a wrong password and a wrong factor, so that nobody learns which it was.
  return checked.error.code === 'rate_limited'
    ? refuse('rate_limited', checked.error.details)
    : refuse('wrong_credentials')
}

const open = (deps: StaffDeps, row: repository.StaffRow): Promise<OpenedSession> =>
  deps.database.withTransaction((tx) => openSession(deps, tx, row))

export async function signIn(
  deps: StaffDeps,
  input: PasswordSignIn,
): Promise<Result<OpenedSession, 'rate_limited' | 'wrong_credentials'>> {
  const person = await checkPerson(deps, input)
  return person.ok ? ok(await open(deps, person.value)) : person
}

/** Signs in a person whom the identity provider has named: the second factor is always ours. */
export async function signInNamed(
  deps: StaffDeps,
  staffId: bigint,
  factor: StaffFactor,
): Promise<Result<OpenedSession, FactorProblem | 'wrong_credentials'>> {
  const row = await repository.findById(deps.database, staffId)
  if (!row || row.disabled_at) return refuse('wrong_credentials')
  const checked = await checkFactor(deps, row, factor, 'staff_login')
  return checked.ok ? ok(await open(deps, row)) : checked
}

/** Asks a signed-in person for the second factor again, before what outlasts the session. */
export async function confirmPerson(
  deps: StaffDeps,
  { login }: { login: string },
  factor: StaffFactor,
): Promise<Result<undefined, FactorProblem>> {
  const row = await repository.findByLogin(deps.database, login)
  return checkFactor(deps, present(row, 'staff are disabled, never deleted'), factor, 'staff_confirm')
}
