import type { Order } from '../../../../contract/orders'
import { subtract } from '../../../domain/arithmetic'
import { addMoney, type Money, moneyText, parseMoney, zeroMoney } from '../../../domain/money'
import { outcomeIfEndedNow } from '../../../domain/payout'
import type { PriceMove } from '../../../domain/price'

/** The outcome of an order if the given price were its last. A forecast: the server alone decides. */
export interface Forecast {
  profitLoss: string
  standing: 'ahead' | 'behind' | 'level'
  move: PriceMove
  /** How far the price is from the entry price, as precise as that, without a sign. */
  distance: string
}

const STANDING = { won: 'ahead', lost: 'behind', tie: 'level' } as const
const MOVE = { won: 'up', lost: 'down', tie: 'level' } as const

/** Undefined before the entry, and once the time is up: then only the server decides. */
export function forecastOf(order: Order, price: string | undefined, now: number): Forecast | undefined {
  if (price === undefined || order.expiresAt === null || Date.parse(order.expiresAt) <= now) return undefined
  const outcome = outcomeIfEndedNow(order, price)
  if (!outcome || order.entryPrice === null) return undefined
  const decimals = order.entryPrice.split('.')[1]?.length ?? 0
  return {
    profitLoss: moneyText(outcome.profitLoss),
    standing: STANDING[outcome.status],
    move: MOVE[outcome.status],
    distance: subtract(price, order.entryPrice, decimals).replace('-', ''),
  }
}

/** The one that ends next comes first; those that wait for their entry last. */
export function bySoonest(a: Order, b: Order): number {
  const endOf = ({ expiresAt }: Order) => (expiresAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt))
  return endOf(a) - endOf(b)
}

/** The sum over all orders that can be forecast at `now`; undefined when none can. */
export function forecastSum(
  orders: readonly Order[],
  priceOf: (symbol: string) => string | undefined,
  scale: number,
  now: number,
): string | undefined {
  const outcomes = orders
    .map((order) => {
      const forecast = forecastOf(order, priceOf(order.symbol), now)
      return forecast && parseMoney(forecast.profitLoss, scale)
    })
    .filter((money): money is Money => money !== undefined)
  return outcomes.length === 0 ? undefined : moneyText(outcomes.reduce(addMoney, zeroMoney(scale)))
}

/** How much of its time is left, in ms; undefined before the entry. */
export function leftMsOf(order: Order, now: number): number | undefined {
  if (order.expiresAt === null) return undefined
  return Math.min(order.durationSeconds * 1_000, Math.max(0, Date.parse(order.expiresAt) - now))
}
