import Type from 'typebox'
import {
  BasisPoints,
  ClientId,
  closed,
  type Infer,
  Instant,
  MoneyText,
  nullable,
  PageQuery,
  PriceText,
  ProductSymbol,
  pageOf,
} from './common'

/** PRODUCT.md 10.6: each step happens once. */
export const ORDER_STATUSES = ['pending', 'open', 'won', 'lost', 'tie', 'void'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Which way the price has to go. */
export const DIRECTIONS = ['up', 'down'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Why an order was voided and the stake came back. */
export const VOID_REASONS = ['no_entry_tick', 'too_few_ticks', 'stale_at_expiry'] as const
export type VoidReason = (typeof VOID_REASONS)[number]

/** POST /orders. The same id and body give the same answer; the same id with another body is `order_id_conflict`. */
export const PlaceOrder = closed({
  id: ClientId,
  symbol: ProductSymbol,
  direction: Type.Enum([...DIRECTIONS]),
  stake: MoneyText,
  durationSeconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
  earningsRateBp: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The rate the user was shown' }),
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

/** GET /orders: newest first. `holding` is pending and open, `closed` is the rest. */
export const OrderQuery = closed({ state: Type.Enum(['holding', 'closed']), ...PageQuery })
export const OrderPage = pageOf(Order)
export type OrderPage = Infer<typeof OrderPage>
