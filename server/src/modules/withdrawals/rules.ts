import { formatMoney, parseMoney } from '../../shared/money'
import { ok, type Result, refuse } from '../../shared/result'
import { payableFrom } from '../payoutAccounts/service'
import type { WithdrawalsDeps } from './deps'
import { feeOf } from './settings'
import type { WithdrawalFacts } from './terms'

type AmountRefusal = 'amount_too_high' | 'amount_too_low' | 'withdrawal_fee_changed'

export type RuleRefusal =
  | AmountRefusal
  | 'balance_insufficient'
  | 'daily_limit_reached'
  | 'money_out_frozen'
  | 'not_verified'
  | 'payee_differs'
  | 'payout_account_fresh'
  | 'payout_account_missing'
  | 'second_factor_missing'
  | 'withdrawal_on_hold'
  | 'withdrawals_frozen'

/** Minor units; `fee` is what the user was shown. */
export interface AskedMoney {
  amount: bigint
  fee: bigint
}

type RulesDeps = Pick<WithdrawalsDeps, 'clock' | 'config'>

function checkAmount(
  { config }: RulesDeps,
  rest: bigint | null,
  { amount, fee: shownFee }: AskedMoney,
): Result<undefined, AmountRefusal> {
  const { withdrawals: settings } = config
  const money = (minor: bigint) => formatMoney(minor, config.currency.scale)
  // The last rest leaves whole and without a fee, although it is below the minimum.
  const isRest = amount === rest
  if (!isRest && amount < settings.minimum) return refuse('amount_too_low', { limit: money(settings.minimum) })
  if (amount > settings.maximum) return refuse('amount_too_high', { limit: money(settings.maximum) })
  const fee = isRest ? 0n : feeOf(amount, settings)
  return fee === shownFee ? ok(undefined) : refuse('withdrawal_fee_changed', { fee: money(fee) })
}

/**
 * Every rule of PRODUCT.md 12 that needs no secret, once: for the message before anybody types a password, and for the truth
 * in the transaction. The user is told the first rule that is broken.
 */
export function checkRules(deps: RulesDeps, facts: WithdrawalFacts, asked: AskedMoney): Result<undefined, RuleRefusal> {
  const { account, stopped, hold, remainingToday, available } = facts
  const { currency, withdrawals: settings, payoutAccounts } = deps.config
  if (facts.frozen) return refuse('money_out_frozen')
  if (!facts.verified) return refuse('not_verified')
  if (!account) return refuse('payout_account_missing')
  const payable = payableFrom(account, payoutAccounts.restMs, deps.clock.now())
  if (payable) return refuse('payout_account_fresh', { payableFrom: payable.toISOString() })
  if (facts.payeeDiffers) return refuse('payee_differs')
  if (stopped !== undefined) return refuse('withdrawals_frozen', { reason: stopped })
  if (hold) return refuse('withdrawal_on_hold', { hold: hold.reason, until: hold.until.toISOString() })
  if (settings.secondFactorRequired && !facts.takesCode && !facts.hasPasskeys) return refuse('second_factor_missing')
  const amount = checkAmount(deps, facts.rest, asked)
  if (!amount.ok) return amount
  if (asked.amount > remainingToday) {
    return refuse('daily_limit_reached', { remaining: formatMoney(remainingToday, currency.scale) })
  }
  const isEnough = (parseMoney(available, currency.scale) ?? 0n) >= asked.amount
  return isEnough ? ok(undefined) : refuse('balance_insufficient', { available })
}
