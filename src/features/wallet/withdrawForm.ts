import type { WithdrawalTerms } from '../../../contract/withdrawals'
import { sanitizeAmountInput } from '../../domain/amount'
import {
  addMoney,
  compareMoney,
  type Money,
  moneyText,
  multiplyByBp,
  parseMoney,
  subtractMoney,
  zeroMoney,
} from '../../domain/money'

export interface WithdrawForm {
  /** As typed. */
  amountText: string
}

export type WithdrawAction = { type: 'typed'; text: string } | { type: 'all'; amount: string }

/** What is wrong with the amount; undefined when nothing does. */
export type AmountProblem = 'empty' | 'tooLow' | 'tooHigh' | 'dailyLimit' | 'insufficient' | 'feeTooHigh'

/** What prevents a withdrawal at all, whatever the amount. */
export type Obstacle = 'frozen' | 'notVerified' | 'noAccount' | 'fresh' | 'locked' | 'belowMinimum' | 'dayUsedUp'

export const initialWithdraw = (): WithdrawForm => ({ amountText: '' })

/** Amounts above the spec's default maximum are possible where the server's terms allow them. */
const MAX = 999_999_999

/** While typing the amount is only cleaned, not raised to 1: that would take more money than was meant. */
export function reduce(form: WithdrawForm, action: WithdrawAction): WithdrawForm {
  if (action.type === 'all') return { ...form, amountText: action.amount.replace(/\.0+$/, '') }
  return { ...form, amountText: sanitizeAmountInput(action.text, MAX) }
}

/** What arrives and what it costs, all as decimal strings. */
export interface WithdrawSummary {
  amount: string
  fee: string
  received: string
}

const moneyOf = (text: string, scale: number): Money => parseMoney(text, scale) ?? zeroMoney(scale)

/** Fee: a fixed part and a share of the amount, rounded down; it is taken from the amount. */
export function feeOf(amount: Money, terms: WithdrawalTerms): Money {
  return addMoney(moneyOf(terms.feeFixed, amount.scale), multiplyByBp(amount, terms.feeRateBp))
}

export function amountOf(form: WithdrawForm, scale: number): Money | undefined {
  const money = parseMoney(form.amountText.replace(/\.$/, ''), scale)
  return money && compareMoney(money, zeroMoney(scale)) > 0 ? money : undefined
}

/** Undefined while no amount is entered. */
export function summarise(form: WithdrawForm, terms: WithdrawalTerms, scale: number): WithdrawSummary | undefined {
  const amount = amountOf(form, scale)
  if (!amount) return undefined
  const fee = feeOf(amount, terms)
  return { amount: moneyText(amount), fee: moneyText(fee), received: moneyText(subtractMoney(amount, fee)) }
}

/** The most that can leave now: the balance, the maximum and what is left of the day, whichever is least. */
export function mostOf(terms: WithdrawalTerms, scale: number): string {
  const limits = [terms.available, terms.maximum, terms.dailyRemaining].map((text) => moneyOf(text, scale))
  const least = limits.reduce((a, b) => (compareMoney(b, a) < 0 ? b : a))
  return moneyText(least)
}

export function validate(form: WithdrawForm, terms: WithdrawalTerms, scale: number): AmountProblem | undefined {
  const amount = amountOf(form, scale)
  if (!amount) return 'empty'
  if (compareMoney(amount, moneyOf(terms.available, scale)) > 0) return 'insufficient'
  if (compareMoney(amount, moneyOf(terms.minimum, scale)) < 0) return 'tooLow'
  if (compareMoney(amount, moneyOf(terms.maximum, scale)) > 0) return 'tooHigh'
  if (compareMoney(amount, moneyOf(terms.dailyRemaining, scale)) > 0) return 'dailyLimit'
  if (compareMoney(feeOf(amount, terms), amount) >= 0) return 'feeTooHigh'
  return undefined
}

/**
 * An amount that would do in place of one with this problem; undefined where none would. It is the way out that stands
 * beside the problem.
 */
export function remedyOf(problem: AmountProblem, terms: WithdrawalTerms, scale: number): string | undefined {
  if (problem === 'empty') return undefined
  const least = problem === 'tooLow' || problem === 'feeTooHigh'
  const amountText = least ? terms.minimum : mostOf(terms, scale)
  return validate({ amountText }, terms, scale) === undefined ? amountText : undefined
}

/** The first thing that has to be put right before money can leave (PRODUCT.md 12.3). */
export function obstacleOf(terms: WithdrawalTerms, nowMs: number, scale: number): Obstacle | undefined {
  if (terms.frozen) return 'frozen'
  if (!terms.verified) return 'notVerified'
  if (!terms.method) return 'noAccount'
  if (terms.payableFrom && Date.parse(terms.payableFrom) > nowMs) return 'fresh'
  if (terms.tradePasswordLockedUntil && Date.parse(terms.tradePasswordLockedUntil) > nowMs) return 'locked'
  const minimum = moneyOf(terms.minimum, scale)
  if (compareMoney(moneyOf(terms.available, scale), minimum) < 0) return 'belowMinimum'
  if (compareMoney(moneyOf(terms.dailyRemaining, scale), minimum) < 0) return 'dayUsedUp'
  return undefined
}

const DAY_MS = 86_400_000

/** When the daily limit begins again (epoch ms): it counts UTC days (contract/withdrawals.ts). */
export const nextDayMs = (nowMs: number): number => (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
