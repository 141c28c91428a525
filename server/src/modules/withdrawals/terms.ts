import type { WithdrawalTerms } from '../../../../contract/withdrawals'
import type { AuditState } from '../../auditor/auditor'
import type { Database, Queryable } from '../../database/database'
import type { Ledger } from '../../ledger/ledger'
import type { Clock } from '../../shared/clock'
import { formatMoney } from '../../shared/money'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import { DAY_MS } from '../../shared/time'
import { findFreeze } from '../../users/freezes'
import { findHold } from '../../users/holds'
import { methodOf, type PayoutAccountRow, type PayoutAccountsService, payableFrom } from '../payoutAccounts/service'
import type { SecurityService, SessionUser } from '../security/service'
import type { VerificationService } from '../verification/service'
import { restOf, sumSince } from './repository'
import { feeOf, type WithdrawalSettings } from './settings'

export interface TermsDeps {
  clock: Clock
  database: Database
  ledger: Ledger
  security: SecurityService
  payoutAccounts: Pick<PayoutAccountsService, 'find' | 'isOfSomebodyElse' | 'lock' | 'payeeOf'>
  verification: Pick<VerificationService, 'isVerified'>
  auditor: { state(): AuditState; factsIn(tx: Queryable): Promise<{ state: AuditState }> }
  config: Pick<Settings, 'currency' | 'funds'> & { withdrawals: WithdrawalSettings; payoutAccounts: { restMs: number } }
}

/** The limit counts UTC days; what was canceled or rejected does not count. */
export async function remainingToday(
  deps: Pick<TermsDeps, 'clock' | 'config'>,
  tx: Queryable,
  userId: bigint,
): Promise<bigint> {
  const now = deps.clock.now()
  const used = await sumSince(tx, userId, new Date(now - (now % DAY_MS)))
  const { dailyLimit } = deps.config.withdrawals
  return used >= dailyLimit ? 0n : dailyLimit - used
}

/** Everything that can stop a withdrawal now. */
export async function termsFor(deps: TermsDeps, user: SessionUser): Promise<WithdrawalTerms> {
  const { id: userId } = user
  const { withdrawals: withdrawal, payoutAccounts } = deps.config
  const money = (minor: bigint) => formatMoney(minor, deps.config.currency.scale)
  const [account, remaining, balance, verified, lockedUntil, takesCode, hold, rest, hasPasskeys, stopped] =
    await Promise.all([
      deps.payoutAccounts.find(deps.database, userId),
      remainingToday(deps, deps.database, userId),
      deps.ledger.balanceOf(userId),
      deps.verification.isVerified(userId),
      deps.security.tradePasswordLockedUntil(user),
      deps.security.isSecondFactorOn(userId),
      findHold(deps.database, userId, deps.clock.now()),
      restOf(deps.database, userId, withdrawal.minimum),
      deps.security.hasPasskeys(userId),
      findFreeze(deps.database, userId, 'money_out'),
    ])
  const payable = account ? payableFrom(account, payoutAccounts.restMs, deps.clock.now()) : null
  return {
    minimum: money(withdrawal.minimum),
    maximum: money(withdrawal.maximum),
    dailyLimit: money(withdrawal.dailyLimit),
    dailyRemaining: money(remaining),
    feeFixed: money(withdrawal.feeFixed),
    feeRateBp: withdrawal.feeRateBp,
    arrivalHours: withdrawal.arrivalHours,
    available: balance.available,
    verified,
    method: account ? methodOf(account) : null,
    payeeDiffers: account !== undefined && (await deps.payoutAccounts.isOfSomebodyElse(account)),
    payableFrom: payable?.toISOString() ?? null,
    tradePasswordLockedUntil: lockedUntil?.toISOString() ?? null,
    secondFactorNeeded: takesCode || (withdrawal.secondFactorRequired && hasPasskeys),
    secondFactorMissing: withdrawal.secondFactorRequired && !takesCode && !hasPasskeys,
    takesCode,
    hold: hold ? { reason: hold.reason, until: hold.until.toISOString() } : null,
    rest: rest === null ? null : money(rest),
    hasPasskeys,
    stopped: stopped ?? null,
    frozen: deps.auditor.state() === 'off',
  }
}

/** The rules about the amount; `rest` comes from `restOf`. */
export function checkAmount(
  { config }: Pick<TermsDeps, 'config'>,
  amount: bigint,
  shownFee: bigint | undefined,
  rest: bigint | null,
): Result<undefined, AppError<'amount_too_high' | 'amount_too_low' | 'withdrawal_fee_changed'>> {
  const { withdrawals: withdrawal } = config
  const money = (minor: bigint) => formatMoney(minor, config.currency.scale)
  if (amount === rest) return shownFee === 0n ? ok(undefined) : fail('withdrawal_fee_changed', { fee: money(0n) })
  if (amount < withdrawal.minimum) return fail('amount_too_low', { limit: money(withdrawal.minimum) })
  if (amount > withdrawal.maximum) return fail('amount_too_high', { limit: money(withdrawal.maximum) })
  const fee = feeOf(amount, withdrawal)
  return fee === shownFee ? ok(undefined) : fail('withdrawal_fee_changed', { fee: money(fee) })
}

/** The rules about what was withdrawn today. Code: `daily_limit_reached`. */
export async function checkDay(
  deps: Pick<TermsDeps, 'clock' | 'config'>,
  tx: Queryable,
  userId: bigint,
  amount: bigint,
): Promise<Result<undefined, AppError<'daily_limit_reached'>>> {
  const remaining = await remainingToday(deps, tx, userId)
  if (amount <= remaining) return ok(undefined)
  return fail('daily_limit_reached', { remaining: formatMoney(remaining, deps.config.currency.scale) })
}

export function checkPayoutAccountRests(
  { config, clock }: Pick<TermsDeps, 'clock' | 'config'>,
  account: PayoutAccountRow | undefined,
): Result<PayoutAccountRow, AppError<'payout_account_fresh' | 'payout_account_missing'>> {
  if (!account) return fail('payout_account_missing')
  const payable = payableFrom(account, config.payoutAccounts.restMs, clock.now())
  return payable ? fail('payout_account_fresh', { payableFrom: payable.toISOString() }) : ok(account)
}

/** The rules about recent changes and freezes by staff. The statement that inserts the withdrawal checks them, too. */
export async function checkHold(
  deps: Pick<TermsDeps, 'clock'>,
  tx: Queryable,
  userId: bigint,
): Promise<Result<undefined, AppError<'withdrawal_on_hold' | 'withdrawals_frozen'>>> {
  const stopped = await findFreeze(tx, userId, 'money_out')
  if (stopped !== undefined) return fail('withdrawals_frozen', { reason: stopped })
  const hold = await findHold(tx, userId, deps.clock.now())
  return hold ? fail('withdrawal_on_hold', { hold: hold.reason, until: hold.until.toISOString() }) : ok(undefined)
}
