import { operatorReasonOf } from '../../../../contract/operatorReasons'
import { ConsoleRefusal } from '../../staff/refusal'
import { type ActionHandler, type ConsoleDeps, liveUser, userSubject } from '../action'

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

/**
 * For a user who lost the app and the recovery codes, or whose passkeys are somebody else's; staff check identity
 * first.
 */
export const secondFactorOff: ActionHandler<'second-factor.off'> = {
  subject: userSubject,
  check,
  async run({ tx, deps }, { user }) {
    const { id } = await liveUser(tx, user)
    const wasOn = await deps.security.removeSecondFactor(tx, id)
    const passkeys = await deps.security.removePasskeys(tx, id)
    if (!wasOn && passkeys === 0) throw new ConsoleRefusal('second_factor_missing')
    return { details: { passkeys } }
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

/** For a user who forgot a password; staff check identity first. Always needs two people. */
export const issueResetCode: ActionHandler<'reset-codes.issue'> = {
  subject: userSubject,
  check,
  async run({ tx, deps, asker }, { user, kind }) {
    const { id } = await liveUser(tx, user)
    const issued = await deps.accounts.issueResetCode(tx, { userId: id, kind, issuedBy: asker })
    const expiresAt = issued.expiresAt.toISOString()
    return { details: { kind, expiresAt }, result: { code: issued.code, expiresAt } }
  },
}

export const endSessions: ActionHandler<'sessions.end'> = {
  subject: userSubject,
  check,
  async run({ tx, deps }, { user }) {
    const ended = await deps.auth.endSessions(tx, (await liveUser(tx, user)).id)
    // At worst the cache forgets them before the commit: the next request looks the session up in the database.
    for (const session of ended) deps.auth.forgetSession(session)
    return { details: { sessions: ended.length } }
  },
}

const freezeSubject = ({ user, kind }: { user: string; kind: string }) => `user ${user} ${kind}`

/** Open orders settle as usual (PRODUCT.md 20.7). The note is for the user to read and stays out of the audit log. */
export const freezeUser: ActionHandler<'users.freeze'> = {
  subject: freezeSubject,
  async check(deps, params) {
    const { id } = await liveUser(deps.database, params.user)
    const now = await deps.casework.freezesOf(deps.database, id)
    if (now.some(({ kind }) => kind === params.kind)) throw new ConsoleRefusal('already_frozen')
  },
  async run({ tx, deps, asker }, { user, kind, told, note }) {
    const { id } = await liveUser(tx, user)
    const isNew = await deps.casework.freeze(tx, id, { kind, reason: operatorReasonOf(told, note), by: asker })
    if (!isNew) throw new ConsoleRefusal('already_frozen')
    return { details: { told } }
  },
}

export const unfreezeUser: ActionHandler<'users.unfreeze'> = {
  subject: freezeSubject,
  async check(deps, params) {
    const { id } = await liveUser(deps.database, params.user)
    const now = await deps.casework.freezesOf(deps.database, id)
    if (!now.some(({ kind }) => kind === params.kind)) throw new ConsoleRefusal('not_frozen')
  },
  async run({ tx, deps }, { user, kind }) {
    const ended = await deps.casework.unfreeze(tx, (await liveUser(tx, user)).id, kind)
    if (!ended) throw new ConsoleRefusal('not_frozen')
    return { details: { frozenBy: ended.frozen_by, frozenAt: ended.frozen_at.toISOString() } }
  },
}

const readPhone = ({ accounts }: ConsoleDeps, { country, number }: { country: string; number: string }) => {
  const read = accounts.readPhone(country, number)
  if (!read.ok) throw new ConsoleRefusal(read.error.code)
  return read.value
}

/**
 * A phone number in place of one that changed or that no key opens any more; staff check identity first. The number is
 * in no log.
 */
export const setUserPhone: ActionHandler<'users.set-phone'> = {
  subject: userSubject,
  async check(deps, params) {
    await liveUser(deps.database, params.user)
    readPhone(deps, params)
  },
  async run({ tx, deps }, params) {
    const { id } = await liveUser(tx, params.user)
    const set = await deps.accounts.setPhone(tx, id, readPhone(deps, params))
    if (!set.ok) throw new ConsoleRefusal(set.error.code)
    return { details: {} }
  },
}
