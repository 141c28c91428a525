import type { WithdrawalTerms } from '../../../contract/withdrawals'
import type { AmountValues } from '../../connected/forms/amountField'
import { AMOUNT_MAX_TEXT } from '../../domain/amount'
import {
  addMoney,
  compareMoney,
  leastMoney,
  type Money,
  moneyText,
  multiplyByBp,
  parseMoney,
  subtractMoney,
  zeroMoney,
} from '../../domain/money'
import { DAY_MS } from '../../domain/time'
import { typedMoney } from '../../domain/typedAmount'

export type AmountProblem = 'empty' | 'tooLow' | 'tooHigh' | 'dailyLimit' | 'insufficient' | 'feeTooHigh'

/** The reason that prevents any withdrawal, for any amount. */
export type Obstacle =
  | 'payeeDiffers'
  | 'payeeWaits'
  | 'frozen'
  | 'stopped'
  | 'notVerified'
  | 'noAccount'
  | 'noFactor'
  | 'held'
  | 'fresh'
  | 'locked'
  | 'belowMinimum'
  | 'dayUsedUp'

/** Net amount and fee, all as decimal strings. */
export interface WithdrawSummary {
  amount: string
  fee: string
  received: string
}

const moneyOf = (text: string, scale: number): Money => parseMoney(text, scale) ?? zeroMoney(scale)

/** Whether the amount is all of a balance below the minimum (PRODUCT.md 12.6). */
const isRest = (amount: Money, { rest }: WithdrawalTerms) =>
  rest !== null && compareMoney(amount, moneyOf(rest, amount.scale)) === 0

/** The fee, taken from the amount: a fixed part and a share, rounded down. A last rest costs nothing. */
export function feeOf(amount: Money, terms: WithdrawalTerms): Money {
  if (isRest(amount, terms)) return zeroMoney(amount.scale)
  return addMoney(moneyOf(terms.feeFixed, amount.scale), multiplyByBp(amount, terms.feeRateBp))
}

export function amountOf({ amountText }: AmountValues, scale: number): Money | undefined {
  const money = typedMoney(amountText, scale)
  return money && compareMoney(money, zeroMoney(scale)) > 0 ? money : undefined
}

/** Undefined while no amount is entered. */
export function summarise(values: AmountValues, terms: WithdrawalTerms, scale: number): WithdrawSummary | undefined {
  const amount = amountOf(values, scale)
  if (!amount) return undefined
  const fee = feeOf(amount, terms)
  return { amount: moneyText(amount), fee: moneyText(fee), received: moneyText(subtractMoney(amount, fee)) }
}

/** The most that can leave now: the least of balance, maximum, what is left of the day, and what a field accepts. */
export function mostOf({ available, maximum, dailyRemaining }: WithdrawalTerms, scale: number): string {
  return moneyText(leastMoney([available, maximum, dailyRemaining, AMOUNT_MAX_TEXT], scale) ?? zeroMoney(scale))
}

export function validate(values: AmountValues, terms: WithdrawalTerms, scale: number): AmountProblem | undefined {
  const amount = amountOf(values, scale)
  if (!amount) return 'empty'
  if (compareMoney(amount, moneyOf(terms.available, scale)) > 0) return 'insufficient'
  if (compareMoney(amount, moneyOf(terms.minimum, scale)) < 0 && !isRest(amount, terms)) return 'tooLow'
  if (compareMoney(amount, moneyOf(terms.maximum, scale)) > 0) return 'tooHigh'
  if (compareMoney(amount, moneyOf(terms.dailyRemaining, scale)) > 0) return 'dailyLimit'
  if (compareMoney(feeOf(amount, terms), amount) >= 0) return 'feeTooHigh'
  return undefined
}

/**
 * An amount that is valid in place of one with this problem; undefined if none is. It is offered next to the
 * problem.
 */
export function remedyOf(problem: AmountProblem, terms: WithdrawalTerms, scale: number): string | undefined {
  if (problem === 'empty') return undefined
  const least = problem === 'tooLow' || problem === 'feeTooHigh'
  const amountText = least && terms.rest === null ? terms.minimum : mostOf(terms, scale)
  return validate({ amountText }, terms, scale) === undefined ? amountText : undefined
}

/**
 * The first thing that has to be put right before money can leave (PRODUCT.md 12.3). `takesPasskeys`: this device can
 * sign with one.
 */
export function obstacleOf(
  terms: WithdrawalTerms,
  nowMs: number,
  scale: number,
  takesPasskeys: boolean,
): Obstacle | undefined {
  if (terms.frozen) return 'frozen'
  if (terms.stopped) return 'stopped'
  if (!terms.verified) return 'notVerified'
  if (!terms.method) return 'noAccount'
  if (terms.payeeReview?.status === 'waiting') return 'payeeWaits'
  if (terms.payeeDiffers) return 'payeeDiffers'
  if (terms.secondFactorMissing || (terms.secondFactorNeeded && !terms.takesCode && !takesPasskeys)) return 'noFactor'
  if (terms.hold && Date.parse(terms.hold.until) > nowMs) return 'held'
  if (terms.payableFrom && Date.parse(terms.payableFrom) > nowMs) return 'fresh'
  if (terms.tradePasswordLockedUntil && Date.parse(terms.tradePasswordLockedUntil) > nowMs) return 'locked'
  const minimum = moneyOf(terms.rest ?? terms.minimum, scale)
  if (compareMoney(moneyOf(terms.available, scale), minimum) < 0) return 'belowMinimum'
  if (compareMoney(moneyOf(terms.dailyRemaining, scale), minimum) < 0) return 'dayUsedUp'
  return undefined
}

/** When the daily limit begins again (epoch ms): it counts UTC days (contract/withdrawals.ts). */
export const nextDayMs = (nowMs: number): number => (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
