import type { ConsoleProblem } from '../../../../contract/console'
import { ok, type Result } from '../../shared/result'
import { type ActionContext, type ActionRun, type ConsoleDeps, liveUser } from '../action'

export const userSubject = ({ user }: { user: string }) => `user ${user}`

/** Of an action that concerns one user; refuses one without an account. */
export const aboutUser = {
  subject: userSubject,
  check: (deps: ConsoleDeps, { user }: { user: string }) => liveUser(deps.database, user),
}

/** Runs `work` for a user who has an account. */
export async function forUser(
  { tx }: ActionContext,
  user: string,
  work: (id: bigint) => Promise<Result<ActionRun, ConsoleProblem>>,
): Promise<Result<ActionRun, ConsoleProblem>> {
  const found = await liveUser(tx, user)
  return found.ok ? work(found.value.id) : found
}

export const freezeSubject = ({ user, kind }: { user: string; kind: string }) => `user ${user} ${kind}`

/** Whether this is stopped now; `not_found` without the user. */
export async function isFrozen(
  { database, freezesAndNotes }: ConsoleDeps,
  { user, kind }: { user: string; kind: string },
) {
  const found = await liveUser(database, user)
  if (!found.ok) return found
  return ok((await freezesAndNotes.freezesOf(database, found.value.id)).some((freeze) => freeze.kind === kind))
}
