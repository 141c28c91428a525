import type { ConsoleProblem } from '../../../../contract/console'
import type { NameDecisionProblem } from '../../modules/payoutAccounts/service'
import { ok, type Result, refuse } from '../../shared/result'
import { type ActionContext, type ActionRun, type ConsoleDeps, liveUser } from '../action'
import { forUser, userSubject } from './users'

const refused = (problem: NameDecisionProblem) => refuse(problem === 'asked_since' ? 'proposal_over' : problem)

/** Of an action that decides on the name of a user's payee. */
export const aboutPayeeName = {
  subject: ({ user }: { user: string }) => `payee name of ${userSubject({ user })}`,
  async check({ database, clock, payoutAccounts }: ConsoleDeps, { user }: { user: string }) {
    const found = await liveUser(database, user)
    if (!found.ok) return found
    const problem = await payoutAccounts.nameProblem(database, found.value.id, new Date(clock.now()))
    return problem ? refused(problem) : found
  },
}

/** Accepts the name, or refuses it for a reason that the user reads. */
export const decidePayeeName = (
  context: ActionContext,
  user: string,
  refusedFor: string | null,
): Promise<Result<ActionRun, ConsoleProblem>> =>
  forUser(context, user, async (id) => {
    const { tx, deps, askedAt } = context
    const problem = await deps.payoutAccounts.decideName(tx, id, { refusedFor, askedAt })
    return problem ? refused(problem) : ok({ details: refusedFor === null ? {} : { told: refusedFor } })
  })
