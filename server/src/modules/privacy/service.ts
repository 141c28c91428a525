import type { DeleteMe, ExportMe, PersonalData } from '../../../../contract/security'
import type { Database, Tx } from '../../database/database'
import type { Auth } from '../../plugins/auth'
import { bindAll } from '../../shared/bindAll'
import type { Clock } from '../../shared/clock'
import type { AuthenticatedUser } from '../../shared/http'
import { ok, type Result, refuse } from '../../shared/result'
import type { DeletionBlocker, PersonalDataSource } from '../../users/personalData'
import type { SecondFactorRefusal, SecurityService } from '../security/service'

export interface PrivacyDeps {
  database: Database
  clock: Clock
  auth: Auth
  security: SecurityService
  /** One for each module that keeps something about a user; the ledger comes first, because it locks the accounts. */
  sources: readonly PersonalDataSource[]
}

type ProofRefusal = 'password_wrong' | SecondFactorRefusal

/** The password and, if it is on, the second factor: what a borrowed session does not have. */
async function checkProof(
  { security }: PrivacyDeps,
  user: AuthenticatedUser,
  input: ExportMe | DeleteMe,
): Promise<Result<undefined, ProofRefusal>> {
  const password = await security.checkLoginPassword(user, input.loginPassword)
  if (!password.ok) return password
  return security.checkSecondFactor(user, { code: input.secondFactorCode, passkey: input.passkey })
}

async function exportOf(
  deps: PrivacyDeps,
  user: AuthenticatedUser,
  input: ExportMe,
): Promise<Result<PersonalData, ProofRefusal>> {
  const checked = await checkProof(deps, user, input)
  if (!checked.ok) return checked
  const sections: Record<string, unknown> = {}
  // One after the other: an export is rare and may be slow, and must not take all connections.
  for (const source of deps.sources) sections[source.section] = await source.read(user.id)
  return ok({ generatedAt: new Date(deps.clock.now()).toISOString(), sections })
}

/** Returns the ended sessions. */
async function deleteIn(
  tx: Tx,
  { sources, clock, auth }: PrivacyDeps,
  userId: bigint,
): Promise<Result<string[], 'deletion_blocked'>> {
  const found = new Set<DeletionBlocker>()
  for (const source of sources) for (const blocker of (await source.blockers?.(tx, userId)) ?? []) found.add(blocker)
  if (found.size > 0) return refuse('deletion_blocked', { blockers: [...found] })
  // A login under way has either committed, and is ended below, or waits and then finds the user deleted. This lock
  // comes after those of the ledger, the order in which spending takes the two.
  await tx.query('select 1 from app_user where id = $1 for update', [userId])
  const now = new Date(clock.now())
  const ended = await auth.endSessions(tx, userId)
  for (const source of sources) await source.erase?.(tx, userId, now)
  return ok(ended)
}

/** Personal data is erased, postings stay. `deletion_blocked` comes with the blockers. */
async function deleteUser(
  deps: PrivacyDeps,
  user: AuthenticatedUser,
  input: DeleteMe,
): Promise<Result<undefined, 'deletion_blocked' | ProofRefusal>> {
  const checked = await checkProof(deps, user, input)
  if (!checked.ok) return checked
  const ended = await deps.database.attempt((tx) => deleteIn(tx, deps, user.id))
  if (!ended.ok) return ended
  for (const sessionId of ended.value) deps.auth.forgetSession(sessionId)
  return ok(undefined)
}

/** Users' rights to all data about them. */
export type PrivacyService = ReturnType<typeof createPrivacyService>

export const createPrivacyService = (deps: PrivacyDeps) => bindAll(deps, { exportOf, deleteUser })
