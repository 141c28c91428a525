import type { PayeeReview } from '../../../../contract/payoutAccount'
import type { WithdrawalTerms } from '../../../../contract/withdrawals'
import type { Queryable } from '../../database/database'
import { formatMoney } from '../../shared/money'
import { DAY_MS } from '../../shared/time'
import { findFreeze } from '../../users/freezes'
import { findHold, type Hold } from '../../users/holds'
import { methodOf, type PayoutAccountRow, payableFrom, payeeReview } from '../payoutAccounts/service'
import type { SessionUser } from '../security/service'
import type { WithdrawalsDeps } from './deps'
import { restOf, sumSince } from './repository'

/** What another request or an operator can change at any time: the transaction of a withdrawal reads it again. */
export interface MoneyFacts {
  account: PayoutAccountRow | undefined
  /** The reason, if staff have stopped the user's withdrawals. */
  stopped: string | undefined
  hold: Hold | undefined
  /** Minor units. */
  remainingToday: bigint
  /** See `restOf`. */
  rest: bigint | null
}

/** Everything that decides on a withdrawal, apart from what is asked for. */
export interface WithdrawalFacts extends MoneyFacts {
  /** The books do not add up: no money leaves. */
  frozen: boolean
  verified: boolean
  payeeDiffers: boolean
  payeeReview: PayeeReview | null
  /** The user has an app for one-time codes. */
  takesCode: boolean
  hasPasskeys: boolean
  available: string
}

/** The limit counts UTC days; a withdrawal that was canceled or rejected does not count. */
async function remainingToday({ clock, config }: WithdrawalsDeps, tx: Queryable, userId: bigint): Promise<bigint> {
  const now = clock.now()
  const used = await sumSince(tx, userId, new Date(now - (now % DAY_MS)))
  const { dailyLimit } = config.withdrawals
  return used >= dailyLimit ? 0n : dailyLimit - used
}

export async function readMoneyFacts(
  deps: WithdrawalsDeps,
  tx: Queryable,
  userId: bigint,
  account: PayoutAccountRow | undefined,
): Promise<MoneyFacts> {
  return {
    account,
    stopped: await findFreeze(tx, userId, 'money_out'),
    hold: await findHold(tx, userId, deps.clock.now()),
    remainingToday: await remainingToday(deps, tx, userId),
    rest: await restOf(tx, userId, deps.config.withdrawals.minimum),
  }
}

export async function readFacts(deps: WithdrawalsDeps, userId: bigint): Promise<WithdrawalFacts> {
  const account = await deps.payoutAccounts.find(deps.database, userId)
  const [money, verified, name, takesCode, hasPasskeys, balance] = await Promise.all([
    readMoneyFacts(deps, deps.database, userId, account),
    deps.verification.isVerified(userId),
    account === undefined ? ('agrees' as const) : deps.payoutAccounts.nameState(account),
    deps.security.isSecondFactorOn(userId),
    deps.security.hasPasskeys(userId),
    deps.ledger.balanceOf(userId),
  ])
  const frozen = deps.auditor.state() === 'off'
  return {
    ...money,
    frozen,
    verified,
    payeeDiffers: name !== 'agrees',
    payeeReview: account ? payeeReview(account, name) : null,
    takesCode,
    hasPasskeys,
    available: balance.available,
  }
}

/** The facts as the page shows them, before anything is asked for. */
export async function readTerms(deps: WithdrawalsDeps, user: SessionUser): Promise<WithdrawalTerms> {
  const { withdrawals: settings, payoutAccounts } = deps.config
  const money = (minor: bigint) => formatMoney(minor, deps.config.currency.scale)
  const [facts, lockedUntil] = await Promise.all([
    readFacts(deps, user.id),
    deps.security.tradePasswordLockedUntil(user),
  ])
  const { account, hold, rest, takesCode, hasPasskeys } = facts
  const payable = account ? payableFrom(account, payoutAccounts.restMs, deps.clock.now()) : null
  return {
    minimum: money(settings.minimum),
    maximum: money(settings.maximum),
    dailyLimit: money(settings.dailyLimit),
    dailyRemaining: money(facts.remainingToday),
    feeFixed: money(settings.feeFixed),
    feeRateBp: settings.feeRateBp,
    arrivalHours: settings.arrivalHours,
    available: facts.available,
    verified: facts.verified,
    method: account ? methodOf(account) : null,
    payeeDiffers: facts.payeeDiffers,
    payeeReview: facts.payeeReview,
    payableFrom: payable?.toISOString() ?? null,
    tradePasswordLockedUntil: lockedUntil?.toISOString() ?? null,
    secondFactorNeeded: takesCode || (settings.secondFactorRequired && hasPasskeys),
    secondFactorMissing: settings.secondFactorRequired && !takesCode && !hasPasskeys,
    takesCode,
    hold: hold ? { reason: hold.reason, until: hold.until.toISOString() } : null,
    rest: rest === null ? null : money(rest),
    hasPasskeys,
    stopped: facts.stopped ?? null,
    frozen: facts.frozen,
  }
}
