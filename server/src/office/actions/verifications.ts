import type { ConsoleProblem } from '../../../../contract/console'
import type { Decision } from '../../modules/verification/service'
import { ok, type Result, refuse } from '../../shared/result'
import { type ActionContext, type ActionRun, liveUser } from '../action'

export async function decide(
  { tx, deps, askedAt }: ActionContext,
  user: string,
  decision: Decision,
): Promise<Result<ActionRun, ConsoleProblem>> {
  const found = await liveUser(tx, user)
  if (!found.ok) return found
  const problem = await deps.verification.decide(tx, found.value.id, decision, askedAt)
  if (problem) return refuse(problem === 'submitted_since' ? 'proposal_over' : problem)
  if ('rejectedFor' in decision) return ok({ details: { told: decision.rejectedFor } })
  const { validUntil } = decision.approved
  return ok({ details: validUntil === undefined ? {} : { validUntil } })
}
