import { operatorReasonOf } from '../../../../contract/operatorReasons'
import type { Decision } from '../../modules/verification/service'
import { ConsoleRefusal } from '../../staff/refusal'
import { type ActionContext, type ActionHandler, liveUser, userSubject } from '../action'

const PROBLEMS = {
  not_submitted: 'not_found',
  not_opened: 'not_opened',
  decided: 'decided',
  document_taken: 'document_taken',
  country_blocked: 'country_blocked',
  birth_missing: 'birth_missing',
  birth_differs: 'birth_differs',
  under_age: 'under_age',
  document_expired: 'document_expired',
} as const

async function decide({ tx, deps }: ActionContext, user: string, decision: Decision) {
  const { id } = await liveUser(tx, user)
  const problem = await deps.verification.decide(tx, id, decision)
  if (problem) throw new ConsoleRefusal(PROBLEMS[problem])
  if ('rejectedFor' in decision) return { details: { told: decision.rejectedFor } }
  const { validUntil } = decision.approved
  return { details: validUntil === undefined ? {} : { validUntil } }
}

export const approveVerification: ActionHandler<'verifications.approve'> = {
  subject: userSubject,
  key: ({ user }) => user,
  async check(deps, { user }) {
    await liveUser(deps.database, user)
  },
  run: (context, { user, ...approved }) => decide(context, user, { approved }),
}

export const rejectVerification: ActionHandler<'verifications.reject'> = {
  subject: userSubject,
  key: ({ user }) => user,
  async check(deps, { user }) {
    await liveUser(deps.database, user)
  },
  run: (context, { user, told, note }) => decide(context, user, { rejectedFor: operatorReasonOf(told, note) }),
}
