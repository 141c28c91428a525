import type { Direction, Order } from '../../contract/orders'
import { compare } from './arithmetic'
import { addMoney, type Money, multiplyByBp, negateMoney, parseMoney, subtractMoney, zeroMoney } from './money'

/**
 * Possible outcomes of a fixed-time contract, before it is placed. `profit`, `loss` and `tie` are changes of the
 * balance.
 */
export interface PayoutPreview {
  profit: Money
  /** The payout of a win: the stake and the profit. */
  payout: Money
  loss: Money
  tie: Money
}

/** payout = stake + floor(stake × rate) (PRODUCT.md 10.2). */
export function previewPayout(stake: Money, earningsRateBp: number): PayoutPreview {
  const profit = multiplyByBp(stake, earningsRateBp)
  return { profit, payout: addMoney(stake, profit), loss: negateMoney(stake), tie: zeroMoney(stake.scale) }
}

/**
 * How many in 100 orders at this rate a user must get right to lose nothing, rounded up: 100 ÷ (100 + rate). A tie
 * is refunded, so it counts as no order.
 */
export const breakEvenIn100 = (earningsRateBp: number): number => Math.ceil(1_000_000 / (10_000 + earningsRateBp))

export interface Outcome {
  status: 'won' | 'lost' | 'tie'
  profitLoss: Money
}

const SIGN: Record<Direction, 1 | -1> = { up: 1, down: -1 }

/** A change of the price as an order sees it: above zero if it would win. */
export const inFavour = (direction: Direction, change: number): number => change * SIGN[direction]

type RunningOrder = Pick<Order, 'direction' | 'entryPrice' | 'stake' | 'payout'>

/**
 * The outcome of an order if `price` were its exit price: up wins above the entry price, down below it, equal is a
 * tie. A forecast for the screen; the server alone decides. Undefined while the order has no entry price.
 */
export function outcomeIfEndedNow(order: RunningOrder, price: string): Outcome | undefined {
  const stake = parseMoney(order.stake)
  const payout = parseMoney(order.payout)
  if (order.entryPrice === null || !stake || !payout) return undefined
  const move = inFavour(order.direction, compare(price, order.entryPrice))
  if (move > 0) return { status: 'won', profitLoss: subtractMoney(payout, stake) }
  if (move < 0) return { status: 'lost', profitLoss: negateMoney(stake) }
  return { status: 'tie', profitLoss: zeroMoney(stake.scale) }
}
