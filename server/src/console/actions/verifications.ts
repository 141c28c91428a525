import { operatorReasonOf } from '../../../../contract/operatorReasons'
import { type ActionContext, type ActionHandler, liveUser, userSubject } from '../handler'
import { ConsoleRefusal } from '../refusal'

const PROBLEMS = {
  not_submitted: 'not_found',
  not_opened: 'not_opened',
  decided: 'decided',
  document_taken: 'document_taken',
} as const

async function decide({ tx, deps }: ActionContext, user: string, rejectedFor: string | null) {
  const { id } = await liveUser(tx, user)
  const problem = await deps.verification.decide(tx, id, { rejectedFor })
  if (problem) throw new ConsoleRefusal(PROBLEMS[problem])
  return { details: rejectedFor === null ? {} : { told: rejectedFor } }
}

export const approveVerification: ActionHandler<'verifications.approve'> = {
  subject: userSubject,
  key: ({ user }) => user,
  async check(deps, { user }) {
    await liveUser(deps.database, user)
  },
  run: (context, { user }) => decide(context, user, null),
}

export const rejectVerification: ActionHandler<'verifications.reject'> = {
  subject: userSubject,
  key: ({ user }) => user,
  async check(deps, { user, told, note }) {
    if (told === 'other' && note === undefined) throw new ConsoleRefusal('reason_needed')
    await liveUser(deps.database, user)
  },
  run: (context, { user, told, note }) => decide(context, user, operatorReasonOf(told, note)),
}
