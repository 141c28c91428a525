import type { Decision } from '../../modules/verification/service'
import { ok } from '../../shared/result'
import { type Answer, refuse } from '../../staff/refusal'
import { type ActionContext, type ActionRun, liveUser } from '../action'

const PROBLEMS = {
  not_submitted: 'not_found',
  not_opened: 'not_opened',
  decided: 'decided',
  document_taken: 'document_taken',
  country_blocked: 'country_blocked',
  birth_missing: 'birth_missing',
  birth_differs: 'birth_differs',
  submitted_since: 'proposal_over',
  under_age: 'under_age',
  document_expired: 'document_expired',
} as const

export async function decide(
  { tx, deps, askedAt }: ActionContext,
  user: string,
  decision: Decision,
): Promise<Answer<ActionRun>> {
  const found = await liveUser(tx, user)
  if (!found.ok) return found
  const problem = await deps.verification.decide(tx, found.value.id, decision, askedAt)
  if (problem) return refuse(PROBLEMS[problem])
  if ('rejectedFor' in decision) return ok({ details: { told: decision.rejectedFor } })
  const { validUntil } = decision.approved
  return ok({ details: validUntil === undefined ? {} : { validUntil } })
}
