import type { Direction, Order, VoidReason } from '../../../../contract/orders'
import type { AnyReceipt } from '../../../../contract/proof'
import { SIGNED_SOURCE, shownPrice } from '../../../../contract/signedPrices'
import { askedAt } from '../../../../proof/entry'
import { minorText } from '../../../domain/money'

/** The story of a result, from the order that the app shows or from a receipt. Times are epoch ms. */
export interface StoryFacts {
  direction: Direction
  stake: string
  earningsRateBp: number
  durationSeconds: number
  /** When the user pressed, by the time in the id. */
  askedAt: number
  entryPrice: string | null
  entryAt: number | null
  exitPrice: string | null
  exitAt: number | null
  expiresAt: number | null
  status: Order['status']
  voidReason: VoidReason | null
  profitLoss: string
  /** The amount that came back to the balance. */
  paid: string
  /** Where its prices come from, as the server names it. */
  source: string
  /** Decided by signed prices: of those before the exit there is no list. */
  isSigned: boolean
}

const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

const paidOf = (status: Order['status'], stake: string, payout: string): string =>
  status === 'won' ? payout : status === 'lost' ? '0' : stake

export function factsOfOrder(order: Order): StoryFacts {
  const { direction, stake, earningsRateBp, durationSeconds, entryPrice, exitPrice, status, voidReason, source } = order
  return {
    direction,
    stake,
    earningsRateBp,
    durationSeconds,
    entryPrice,
    exitPrice,
    status,
    voidReason,
    source,
    askedAt: askedAt(order.id),
    entryAt: msOf(order.entryAt),
    exitAt: msOf(order.exitAt),
    expiresAt: msOf(order.expiresAt),
    profitLoss: order.profitLoss ?? '0',
    paid: paidOf(status, stake, order.payout),
    isSigned: source === SIGNED_SOURCE,
  }
}

export function factsOfReceipt(receipt: AnyReceipt): StoryFacts {
  const { order } = receipt
  const isSigned = 'updates' in receipt
  const price = (text: string | null) => (text !== null && isSigned ? shownPrice(text) : text)
  const money = (minor: string) => minorText(minor, order.scale)
  const stake = money(order.stake)
  return {
    ...order,
    askedAt: askedAt(order.id),
    stake,
    entryPrice: price(order.entryPrice),
    exitPrice: price(order.exitPrice),
    profitLoss: money(order.profitLoss),
    paid: paidOf(order.status, stake, money(order.payout)),
    isSigned,
  }
}
