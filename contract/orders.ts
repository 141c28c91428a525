import Type from 'typebox'
import {
  BasisPoints,
  ClientId,
  closed,
  Hash,
  type Infer,
  Instant,
  MoneyText,
  nullable,
  PageQuery,
  PriceText,
  ProductSymbol,
  PublicKey,
  pageOf,
  Signature,
} from './common'
import { CLOSED_RESULTS } from './limits'

/** PRODUCT.md 10.6: each step happens once. */
export const ORDER_STATUSES = ['pending', 'open', 'won', 'lost', 'tie', 'void'] as const

/** Which way the price has to go. */
export const DIRECTIONS = ['up', 'down'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Why an order was voided and the stake came back; the first one that holds, in this order. */
export const VOID_REASONS = ['no_entry_tick', 'logged_late', 'too_few_ticks', 'stale_at_expiry'] as const
export type VoidReason = (typeof VOID_REASONS)[number]

/**
 * The text that the device signs before it sends an order: the order itself, the signing key, and the newest head of
 * the log that the device has seen (docs/PROOF_DESIGN.md, "Ask"). `0` and the SHA-256 of nothing if it has seen none.
 */
export const Ask = closed({
  seenHead: Type.Integer({ minimum: 0 }),
  /** Root of the log of heads up to that head. */
  seenRoot: Hash,
  deviceKey: PublicKey,
  signature: Signature,
})
export type Ask = Infer<typeof Ask>

/**
 * POST /orders. The time in the id is when the user asked: the order is accepted at most 2 s before it and 10 s after it, or
 * refused (`ask_time_off`). The same id and body give the same answer at any time, regardless of their ask; the same id
 * with another body, or as an order of another user, is `order_id_conflict`.
 */
export const PlaceOrder = closed({
  id: ClientId,
  symbol: ProductSymbol,
  direction: Type.Enum([...DIRECTIONS]),
  stake: MoneyText,
  durationSeconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
  earningsRateBp: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The rate the user was shown' }),
  ask: Ask,
})
export type PlaceOrder = Infer<typeof PlaceOrder>

export const Order = closed({
  id: ClientId,
  number: Type.String({ description: 'Order number as shown, e.g. "FT-01JD7Q4ZK8"' }),
  symbol: ProductSymbol,
  direction: Type.Enum([...DIRECTIONS]),
  stake: MoneyText,
  durationSeconds: Type.Integer(),
  earningsRateBp: BasisPoints,
  payout: MoneyText,
  status: Type.Enum([...ORDER_STATUSES]),
  source: Type.String({ description: 'Price source at acceptance' }),
  acceptedAt: Instant,
  /** With the product's decimals; of a signed price also the further digits that are not zero. */
  entryPrice: nullable(PriceText),
  entryAt: nullable(Instant),
  expiresAt: nullable(Instant),
  exitPrice: nullable(PriceText),
  exitAt: nullable(Instant),
  closedAt: nullable(Instant),
  profitLoss: nullable(MoneyText),
  voidReason: nullable(Type.Enum([...VOID_REASONS])),
  version: Type.Integer({ minimum: 1, description: 'Grows with every step; older versions are ignored' }),
})
export type Order = Infer<typeof Order>

/** Closed orders to choose; a product or a result is looked for among the newest `FOUND_AMONG_MAX` of the period. */
const ClosedFilter = {
  symbol: Type.Optional(ProductSymbol),
  result: Type.Optional(Type.Enum([...CLOSED_RESULTS])),
  /** Closing time, inclusive. */
  from: Type.Optional(Instant),
  /** Exclusive. */
  to: Type.Optional(Instant),
}
export const FOUND_AMONG_MAX = 10_000

/** GET /orders: newest first. `holding` is pending and open, `closed` is the rest; only that takes a filter. */
export const OrderQuery = closed({ state: Type.Enum(['holding', 'closed']), ...ClosedFilter, ...PageQuery })
export type OrderQuery = Infer<typeof OrderQuery>
export const OrderPage = pageOf(Order)
export type OrderPage = Infer<typeof OrderPage>

/** GET /orders/export: the newest closed orders of the filter, at most this many, for a file. */
export const ORDERS_EXPORT_MAX = 5_000
export const OrdersExportQuery = closed(ClosedFilter)
export type OrdersExportQuery = Infer<typeof OrdersExportQuery>
export const OrdersExport = closed({
  items: Type.Array(Order, { maxItems: ORDERS_EXPORT_MAX }),
  truncated: Type.Boolean({ description: 'There were more' }),
})
export type OrdersExport = Infer<typeof OrdersExport>
