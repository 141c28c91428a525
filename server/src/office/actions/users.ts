import { operatorReasonOf } from '../../../../contract/operatorReasons'
import { ok } from '../../shared/result'
import { type Answer, refuse } from '../../staff/refusal'
import {
  type ActionContext,
  type ActionHandler,
  type ActionRun,
  type ConsoleDeps,
  liveUser,
  userSubject,
} from '../action'

const check: ActionHandler<'sessions.end'>['check'] = (deps, { user }) => liveUser(deps.database, user)

/** Runs `work` for a user who has an account. */
async function forUser(
  { tx }: ActionContext,
  user: string,
  work: (id: bigint) => Promise<Answer<ActionRun>>,
): Promise<Answer<ActionRun>> {
  const found = await liveUser(tx, user)
  return found.ok ? work(found.value.id) : found
}

export const reopenPayoutAccount: ActionHandler<'payout-accounts.reopen'> = {
  subject: userSubject,
  check,
  run: (context, { user }) =>
    forUser(context, user, async (id) => {
      const state = await context.deps.payoutAccounts.reopen(context.tx, id)
      return state ? ok({ details: {} }) : refuse('no_payout_account')
    }),
}

/**
 * For a user who lost the app and the recovery codes, or whose passkeys are somebody else's; staff check identity
 * first.
 */
export const secondFactorOff: ActionHandler<'second-factor.off'> = {
  subject: userSubject,
  check,
  run: (context, { user }) =>
    forUser(context, user, async (id) => {
      const { tx, deps } = context
      const wasOn = await deps.security.removeSecondFactor(tx, id)
      const passkeys = await deps.security.removePasskeys(tx, id)
      return wasOn || passkeys > 0 ? ok({ details: { passkeys } }) : refuse('second_factor_missing')
    }),
}

/** The code is shown once, to the person who completes the action; the audit log does not hold it. */
function issuedCode(kind: string, issued: { code: string; expiresAt: Date }) {
  const expiresAt = issued.expiresAt.toISOString()
  return ok({ details: { kind, expiresAt }, result: { code: issued.code, expiresAt } })
}

export const issueChangeCode: ActionHandler<'change-codes.issue'> = {
  subject: userSubject,
  check,
  run: (context, { user, kind }) =>
    forUser(context, user, async (userId) => {
      const { tx, deps, asker } = context
      return issuedCode(kind, await deps.security.issueChangeCode(tx, { userId, kind, issuedBy: asker }))
    }),
}

/** For a user who forgot a password; staff check identity first. Always needs two people. */
export const issueResetCode: ActionHandler<'reset-codes.issue'> = {
  subject: userSubject,
  check,
  run: (context, { user, kind }) =>
    forUser(context, user, async (userId) => {
      const { tx, deps, asker } = context
      return issuedCode(kind, await deps.accounts.issueResetCode(tx, { userId, kind, issuedBy: asker }))
    }),
}

export const endSessions: ActionHandler<'sessions.end'> = {
  subject: userSubject,
  check,
  run: (context, { user }) =>
    forUser(context, user, async (id) => {
      const { auth } = context.deps
      const ended = await auth.endSessions(context.tx, id)
      // At worst the cache forgets them before the commit: the next request looks the session up in the database.
      for (const session of ended) auth.forgetSession(session)
      return ok({ details: { sessions: ended.length } })
    }),
}

const freezeSubject = ({ user, kind }: { user: string; kind: string }) => `user ${user} ${kind}`

/** Whether money of this kind is frozen now; `not_found` without the user. */
async function isFrozen({ database, freezesAndNotes }: ConsoleDeps, { user, kind }: { user: string; kind: string }) {
  const found = await liveUser(database, user)
  if (!found.ok) return found
  return ok((await freezesAndNotes.freezesOf(database, found.value.id)).some((freeze) => freeze.kind === kind))
}

/** Open orders settle as usual (PRODUCT.md 20.7). The note is for the user to read and stays out of the audit log. */
export const freezeUser: ActionHandler<'users.freeze'> = {
  subject: freezeSubject,
  async check(deps, params) {
    const frozen = await isFrozen(deps, params)
    return frozen.ok && frozen.value ? refuse('already_frozen') : frozen
  },
  run: (context, { user, kind, told, note }) =>
    forUser(context, user, async (id) => {
      const { tx, deps, asker } = context
      const isNew = await deps.freezesAndNotes.freeze(tx, id, { kind, reason: operatorReasonOf(told, note), by: asker })
      return isNew ? ok({ details: { told } }) : refuse('already_frozen')
    }),
}

export const unfreezeUser: ActionHandler<'users.unfreeze'> = {
  subject: freezeSubject,
  async check(deps, params) {
    const frozen = await isFrozen(deps, params)
    return frozen.ok && !frozen.value ? refuse('not_frozen') : frozen
  },
  run: (context, { user, kind }) =>
    forUser(context, user, async (id) => {
      const ended = await context.deps.freezesAndNotes.unfreeze(context.tx, id, kind)
      if (!ended) return refuse('not_frozen')
      return ok({ details: { frozenBy: ended.frozen_by, frozenAt: ended.frozen_at.toISOString() } })
    }),
}

/**
 * A phone number in place of one that changed or that no key opens any more; staff check identity first. The number is
 * in no log.
 */
export const setUserPhone: ActionHandler<'users.set-phone'> = {
  subject: userSubject,
  async check({ database, accounts }, { user, country, number }): Promise<Answer<unknown>> {
    const found = await liveUser(database, user)
    return found.ok ? accounts.readPhone(country, number) : found
  },
  run: (context, { user, country, number }) =>
    forUser(context, user, async (id) => {
      const { accounts } = context.deps
      const phone = accounts.readPhone(country, number)
      if (!phone.ok) return phone
      const set = await accounts.setPhone(context.tx, id, phone.value)
      return set.ok ? ok({ details: {} }) : set
    }),
}
