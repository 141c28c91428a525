import type { MoveSavings, Savings } from '../../../contract/savings'
import type { AmountValues } from '../../connected/forms/amountField'
import { AMOUNT_MAX_TEXT } from '../../domain/amount'
import { compareMoney, isPositive, leastMoney, type Money, moneyText, parseMoney, zeroMoney } from '../../domain/money'
import { typedMoney } from '../../domain/typedAmount'
import type { SavingsDirection } from '../../stores/sending/intents'

export interface TransferValues extends AmountValues {
  direction: SavingsDirection
}

/** Inputs of the rules of a transfer. */
export type TransferTerms = Pick<
  Savings,
  | 'available'
  | 'confirmed'
  | 'depositMinimum'
  | 'depositMaximum'
  | 'depositsLeft'
  | 'transfersOutLeft'
  | 'transferOutLeft'
>

export type TransferProblem =
  /** Problems that prevent every transfer, for any amount. */
  | 'noneLeft'
  | 'dayUsedUp'
  | 'nothingConfirmed'
  /** Problems of the amount. */
  | 'empty'
  | 'tooLow'
  | 'tooHigh'
  | 'aboveDay'
  | 'insufficient'

const BEFORE_TYPING: ReadonlySet<TransferProblem> = new Set(['noneLeft', 'dayUsedUp', 'nothingConfirmed'])

/** Whether a problem prevents every transfer. */
export const blocksAll = (problem: TransferProblem | undefined): boolean =>
  problem !== undefined && BEFORE_TYPING.has(problem)

/** The limit of one transfer: the server's for a deposit, what is left of the day for a transfer out. */
const limitOf = (direction: SavingsDirection, terms: TransferTerms) =>
  direction === 'in' ? terms.depositMaximum : terms.transferOutLeft

/** The balance that the amount is taken from. */
export const sourceOf = (direction: SavingsDirection, terms: TransferTerms) =>
  direction === 'in' ? terms.available : terms.confirmed

export const openTransfer = (direction: SavingsDirection): TransferValues => ({ direction, amountText: '' })

/** The most that can be moved at once. */
export function mostOf(direction: SavingsDirection, terms: TransferTerms, scale: number): string {
  const most = leastMoney([sourceOf(direction, terms), limitOf(direction, terms), AMOUNT_MAX_TEXT], scale)
  return moneyText(most ?? zeroMoney(scale))
}

/** The amount of the form; undefined while the text is no amount. */
export function summarise(values: AmountValues, scale: number): Money | undefined {
  return typedMoney(values.amountText, scale)
}

/** The reason that prevents the transfer; undefined if there is none. */
export function validate(values: TransferValues, terms: TransferTerms, scale: number): TransferProblem | undefined {
  return blockOf(values.direction, terms) ?? amountProblem(values, terms, scale)
}

function blockOf(direction: SavingsDirection, terms: TransferTerms): TransferProblem | undefined {
  if ((direction === 'in' ? terms.depositsLeft : terms.transfersOutLeft) <= 0) return 'noneLeft'
  if (direction === 'in') return undefined
  if (!isPositive(parseMoney(terms.confirmed))) return 'nothingConfirmed'
  return isPositive(parseMoney(terms.transferOutLeft)) ? undefined : 'dayUsedUp'
}

function amountProblem(values: TransferValues, terms: TransferTerms, scale: number): TransferProblem | undefined {
  const amount = summarise(values, scale)
  if (!amount || !isPositive(amount)) return 'empty'
  const isAbove = (text: string) => compareMoney(amount, parseMoney(text) ?? amount) > 0
  if (values.direction === 'in') {
    if (compareMoney(amount, parseMoney(terms.depositMinimum) ?? amount) < 0) return 'tooLow'
    if (isAbove(terms.depositMaximum)) return 'tooHigh'
  }
  if (isAbove(sourceOf(values.direction, terms))) return 'insufficient'
  return values.direction === 'out' && isAbove(terms.transferOutLeft) ? 'aboveDay' : undefined
}

/** The amount as it goes over the wire; undefined for a form that is not valid. */
export function toAmount(
  values: TransferValues,
  terms: TransferTerms,
  scale: number,
): MoveSavings['amount'] | undefined {
  const amount = validate(values, terms, scale) === undefined ? summarise(values, scale) : undefined
  return amount && moneyText(amount)
}
