import { type ActionHandler, liveUser, userSubject } from '../handler'
import { ConsoleRefusal } from '../refusal'

const check: ActionHandler<'sessions.end'>['check'] = async (deps, { user }) => {
  await liveUser(deps.database, user)
}

export const reopenPayoutAccount: ActionHandler<'payout-accounts.reopen'> = {
  subject: userSubject,
  check,
  async run({ tx, deps }, { user }) {
    const state = await deps.payoutAccounts.reopen(tx, (await liveUser(tx, user)).id)
    if (!state) throw new ConsoleRefusal('no_payout_account')
    return { details: {} }
  },
}

/** For a user who lost the app and the recovery codes; identity is checked before. */
export const secondFactorOff: ActionHandler<'second-factor.off'> = {
  subject: userSubject,
  check,
  async run({ tx, deps }, { user }) {
    const wasOn = await deps.security.removeSecondFactor(tx, (await liveUser(tx, user)).id)
    if (!wasOn) throw new ConsoleRefusal('second_factor_missing')
    return { details: {} }
  },
}

/** The code is shown once, to the person who completes the action; the audit log does not hold it. */
export const issueChangeCode: ActionHandler<'change-codes.issue'> = {
  subject: userSubject,
  check,
  async run({ tx, deps, asker }, { user, kind }) {
    const { id } = await liveUser(tx, user)
    const issued = await deps.security.issueChangeCode(tx, { userId: id, kind, issuedBy: asker })
    const expiresAt = issued.expiresAt.toISOString()
    return { details: { kind, expiresAt }, result: { code: issued.code, expiresAt } }
  },
}

export const endSessions: ActionHandler<'sessions.end'> = {
  subject: userSubject,
  check,
  async run({ tx, deps }, { user }) {
    const ended = await deps.auth.endSessions(tx, (await liveUser(tx, user)).id)
    // Forgotten before the commit at worst: a session that is asked for again is looked up in the database.
    for (const session of ended) deps.auth.forgetSession(session)
    return { details: { sessions: ended.length } }
  },
}
