import Type from 'typebox'
import {
  ClientId,
  closed,
  EpochMs,
  type Infer,
  Instant,
  nullable,
  PageQuery,
  PriceText,
  ProductSymbol,
  pageOf,
} from './common'

/** `above`: the price rises to the level or over it. `below`: it falls to the level or under it. */
export const ALERT_DIRECTIONS = ['above', 'below'] as const
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number]

/** POST /price-alerts. The same id and body give the same alert, so a lost answer can be asked for again. */
export const CreatePriceAlert = closed({
  id: ClientId,
  symbol: ProductSymbol,
  direction: Type.Enum([...ALERT_DIRECTIONS]),
  price: Type.String({ minLength: 1, maxLength: 32, description: 'Price, decimal string' }),
})
export type CreatePriceAlert = Infer<typeof CreatePriceAlert>

/**
 * A user's request to be notified once when a price is reached. It is triggered by the first tick after its creation
 * that reaches the level, also when the price jumps over it; `tick` is that tick, to be found in the public log.
 */
export const PriceAlert = closed({
  id: ClientId,
  symbol: ProductSymbol,
  direction: Type.Enum([...ALERT_DIRECTIONS]),
  price: PriceText,
  state: Type.Enum(['active', 'triggered', 'cancelled']),
  createdAt: Instant,
  endedAt: nullable(Instant),
  tick: nullable(closed({ sequence: Type.Integer({ minimum: 1 }), at: EpochMs, price: PriceText })),
})
export type PriceAlert = Infer<typeof PriceAlert>

/** GET /price-alerts: newest first; triggered ones by the time they were triggered. Cancelled ones are not listed. */
export const PriceAlertsQuery = closed({ ...PageQuery, state: Type.Enum(['active', 'triggered']) })
export type PriceAlertsQuery = Infer<typeof PriceAlertsQuery>
export const PriceAlertPage = pageOf(PriceAlert)
export type PriceAlertPage = Infer<typeof PriceAlertPage>
