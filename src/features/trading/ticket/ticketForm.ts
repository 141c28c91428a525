import type { Product } from '../../../../contract/market'
import type { Direction } from '../../../../contract/orders'
import { AMOUNT_MAX_DEFAULT, AMOUNT_MAX_TEXT } from '../../../domain/amount'
import {
  addMoney,
  compareMoney,
  leastMoney,
  type Money,
  moneyText,
  parseMoney,
  plainMoney,
  subtractMoney,
  zeroMoney,
} from '../../../domain/money'
import { type PayoutPreview, previewPayout } from '../../../domain/payout'
import { type AmountAction, reduceAmount, typedAmount, typedMoney } from '../../../domain/typedAmount'
import type { OrderRequest } from '../../../stores/OrdersStore'

/** Not run by `useForm`: the page keeps it from one opening of the ticket to the next. */
export interface TicketForm {
  direction: Direction
  durationSeconds: number
  /** As typed. */
  stakeText: string
}

export type TicketAction =
  | { type: 'direction'; direction: Direction }
  | { type: 'duration'; seconds: number }
  | { type: 'step'; up: boolean }
  | AmountAction

/** The terms of a product that a ticket depends on. */
export type TicketTerms = Pick<Product, 'symbol' | 'durations' | 'stakePresets' | 'stakeMin' | 'stakeMax'>

export type TicketProblem = 'empty' | 'tooLow' | 'tooHigh' | 'insufficient' | 'durationGone'

const DEFAULT_SECONDS = 60

/** The maximum of PRODUCT.md 4.6, or the product's if that is lower. */
const maxOf = (terms: TicketTerms) => Math.min(AMOUNT_MAX_DEFAULT, Number(terms.stakeMax))

/** The most that can be staked of the available balance. */
export const mostOf = (terms: TicketTerms, available: string, scale: number): string =>
  moneyText(leastMoney([available, terms.stakeMax, AMOUNT_MAX_TEXT], scale) ?? zeroMoney(scale))

/** `lastSeconds`: the duration that the user chose last, of any product. */
export function openTicket(
  terms: TicketTerms,
  direction: Direction,
  earlier?: TicketForm,
  lastSeconds = DEFAULT_SECONDS,
): TicketForm {
  if (earlier) return earlier.direction === direction ? earlier : { ...earlier, direction }
  const of = (wanted: number) => terms.durations.find(({ seconds }) => seconds === wanted)
  const duration = of(lastSeconds) ?? of(DEFAULT_SECONDS) ?? terms.durations[0]
  return {
    direction,
    durationSeconds: duration?.seconds ?? DEFAULT_SECONDS,
    stakeText: plainMoney(terms.stakePresets[0] ?? terms.stakeMin),
  }
}

/** The next state of the form. */
export function reduce(form: TicketForm, action: TicketAction, terms: TicketTerms): TicketForm {
  switch (action.type) {
    case 'direction':
      return { ...form, direction: action.direction }
    case 'duration':
      return { ...form, durationSeconds: action.seconds }
    case 'step':
      return { ...form, stakeText: stepped(form.stakeText, action.up, terms) }
    default:
      return { ...form, stakeText: reduceAmount(form.stakeText, action, maxOf(terms)) }
  }
}

const isMoney = (money: Money | undefined): money is Money => money !== undefined

/**
 * The next amount above or below the one in the field: the minimum, the presets, and above the largest preset one more
 * of it at a time, within the product's limits.
 */
function stepped(stakeText: string, up: boolean, terms: TicketTerms): string {
  const stake = parseMoney(typedAmount(stakeText, maxOf(terms)))
  const least = parseMoney(terms.stakeMin)
  const ladder = [least, ...terms.stakePresets.map((preset) => parseMoney(preset))].filter(isMoney).sort(compareMoney)
  const last = ladder[ladder.length - 1]
  const most = parseMoney(String(maxOf(terms)))
  if (!stake || !least || !last || !most) return plainMoney(terms.stakePresets[0] ?? terms.stakeMin)
  const lower = ladder.filter((one) => compareMoney(one, stake) < 0).pop() ?? least
  const oneLess = subtractMoney(stake, last)
  const next = up
    ? (ladder.find((one) => compareMoney(one, stake) > 0) ?? addMoney(stake, last))
    : compareMoney(oneLess, last) > 0
      ? oneLess
      : lower
  return plainMoney(moneyText(compareMoney(next, most) > 0 ? most : next))
}

export interface TicketSummary {
  stake: Money | undefined
  earningsRateBp: number | undefined
  preview: PayoutPreview | undefined
}

/** The order's cost and possible payout. */
export function summarise(form: TicketForm, terms: TicketTerms, scale: number): TicketSummary {
  const stake = typedMoney(form.stakeText, scale, maxOf(terms))
  const earningsRateBp = terms.durations.find(({ seconds }) => seconds === form.durationSeconds)?.earningsRateBp
  const preview = stake && earningsRateBp !== undefined ? previewPayout(stake, earningsRateBp) : undefined
  return { stake, earningsRateBp, preview }
}

/** The reason that prevents the order; undefined if there is none. Without `available` the balance is not judged. */
export function validate(
  form: TicketForm,
  terms: TicketTerms,
  scale: number,
  available: string | undefined,
): TicketProblem | undefined {
  const { stake, earningsRateBp } = summarise(form, terms, scale)
  if (earningsRateBp === undefined) return 'durationGone'
  if (!stake) return 'empty'
  const limit = (text: string) => parseMoney(text, scale) ?? stake
  if (compareMoney(stake, limit(terms.stakeMin)) < 0) return 'tooLow'
  if (compareMoney(stake, limit(terms.stakeMax)) > 0) return 'tooHigh'
  if (available !== undefined && compareMoney(stake, limit(available)) > 0) return 'insufficient'
  return undefined
}

/** The terms of a product that an order is accepted with, beyond what the form sends. */
export type AgreedTerms = TicketTerms &
  Pick<Product, 'source' | 'instrument' | 'entryTimeoutMs' | 'staleAfterMs' | 'sourceLagMs'>

/** The request of the form; undefined while the form is not valid. */
export function toRequest(
  form: TicketForm,
  terms: AgreedTerms,
  { code, scale }: { code: string; scale: number },
): OrderRequest | undefined {
  const { stake, earningsRateBp } = summarise(form, terms, scale)
  if (!stake || earningsRateBp === undefined) return undefined
  const { symbol, source, instrument, entryTimeoutMs, staleAfterMs, sourceLagMs } = terms
  return {
    symbol,
    direction: form.direction,
    stake: moneyText(stake),
    durationSeconds: form.durationSeconds,
    earningsRateBp,
    agreed: { source, instrument, currency: code, scale, entryTimeoutMs, staleAfterMs, sourceLagMs },
  }
}
