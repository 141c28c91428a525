import Type from 'typebox'
import { BasisPoints, ClientId, closed, type Infer, Instant, MoneyText, nullable, ProductSymbol } from './common'
import { CLOSED_RESULTS, RESULTS_PERIODS } from './limits'
import { TimeZone } from './statement'

/** Closed orders of the period that are read at most: the newest. */
export const RESULTS_ORDERS_MAX = 10_000
/** Points of the curve at most. */
export const RESULTS_CURVE_MAX = 200
/** Single orders at most: the newest. */
export const RESULTS_NEWEST_MAX = 60

/**
 * GET /results: a user's own closed orders over a period, added up (PRODUCT.md 10.14). The period is that many calendar days
 * where the user lives, today included, by the time at which orders closed.
 */
export const ResultsQuery = closed({
  period: Type.Enum([...RESULTS_PERIODS]),
  timeZone: TimeZone,
  symbol: Type.Optional(ProductSymbol),
  durationSeconds: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,4}$', description: 'Agreed duration, seconds' })),
  result: Type.Optional(Type.Enum([...CLOSED_RESULTS])),
})
export type ResultsQuery = Infer<typeof ResultsQuery>

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Day where the user lives' })
const Count = Type.Integer({ minimum: 0 })

const Sums = {
  orders: Count,
  won: Count,
  lost: Count,
  tie: Count,
  void: Count,
  /** Stakes of all of them: also those that came back because the order was a tie or void. */
  staked: MoneyText,
  /**
   * Their sum in the balance, signed: with the stakes of open orders, the sum of their entries in the capital record.
   */
  net: MoneyText,
  /**
   * How often one must be right to lose nothing: the stakes of won and lost orders over what they pay when they win. Null if
   * there are none.
   */
  breakEvenBp: nullable(BasisPoints),
}
export const ResultSums = closed(Sums)
export type ResultSums = Infer<typeof ResultSums>

/** How often the user was right. Only won and lost orders count: a tie or a void order was no bet. */
export const HitRate = closed({
  rateBp: BasisPoints,
  /** The true rate lies between these with 95 % confidence (Wilson score interval). */
  lowBp: BasisPoints,
  highBp: BasisPoints,
  breakEvenBp: BasisPoints,
  /** The average payout of the bets when they win, weighted by stake: 8200 is 82 % of the stake. */
  earningsRateBp: BasisPoints,
})
export type HitRate = Infer<typeof HitRate>

export const Results = closed({
  /** Midnight where the period begins; null for `all`. */
  from: nullable(Instant),
  /** The period has more than `RESULTS_ORDERS_MAX` closed orders, and only those since this instant are counted; else null. */
  countedFrom: nullable(Instant),
  total: ResultSums,
  bestDay: nullable(closed({ day: Day, net: MoneyText })),
  /** From the highest point of the curve to the lowest one after it, order by order; the curve begins at 0. */
  largestFall: MoneyText,
  /** Null without a bet, and if `result` is asked for: its rate would say nothing. */
  hitRate: nullable(HitRate),
  /** Net result after this many orders: each order, or evenly spaced ones and the last. */
  curve: Type.Array(closed({ at: Instant, orders: Count, net: MoneyText }), { maxItems: RESULTS_CURVE_MAX }),
  /** The newest of these orders one by one, the oldest of them first. */
  newest: Type.Array(closed({ id: ClientId, result: Type.Enum([...CLOSED_RESULTS]) }), {
    maxItems: RESULTS_NEWEST_MAX,
  }),
  /** Days on which orders closed, the oldest first. */
  days: Type.Array(closed({ day: Day, ...Sums }), { maxItems: RESULTS_ORDERS_MAX }),
  products: Type.Array(closed({ symbol: ProductSymbol, ...Sums }), { maxItems: RESULTS_ORDERS_MAX }),
  durations: Type.Array(closed({ durationSeconds: Type.Integer(), ...Sums }), { maxItems: RESULTS_ORDERS_MAX }),
  /** Hours of the day, where the user lives, in which orders were placed. */
  hours: Type.Array(closed({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...Sums }), { maxItems: 24 }),
})
export type Results = Infer<typeof Results>
