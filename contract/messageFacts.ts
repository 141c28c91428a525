import Type from 'typebox'
import { ClientId, closed, type Infer, Instant, MoneyText, PriceText, ProductSymbol } from './common'

/** `event` of a `security` message. */
export const SECURITY_EVENTS = [
  'login_new_device',
  'login_guessed',
  'second_factor_wrong',
  'login_password_changed',
  'trade_password_changed',
  'login_password_reset',
  'trade_password_reset',
  'second_factor_on',
  'second_factor_off',
  'passkey_added',
  'passkey_removed',
  'payout_account_bound',
  'payout_account_changed',
  'payee_name_accepted',
  'payee_name_refused',
  'trade_password_locked',
  'document_expiring',
  'document_expired',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

const Reference = Type.String({ pattern: '^F[DW]-[0-9A-Z]{10}$', description: 'Number that the user quotes' })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Day, Asia/Shanghai' })
/** `note` is what the operator wrote, shown as it is. */
const failure = <T extends string>(reasons: T[]) =>
  closed({
    amount: MoneyText,
    reference: Reference,
    reason: Type.Enum(reasons),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  })

/**
 * The facts of each kind of message: amounts and prices as decimal strings, days and instants as ISO text. They are all
 * strings, in SQL as well. Facts that are added later are optional, because messages keep those that they were sent
 * with. Banners of results and toasts of alerts show facts of `Order` and `PriceAlert`, which have their own schemas.
 */
export const MESSAGE_FACTS = {
  order_settled: closed({
    orderId: ClientId,
    number: Type.String({ pattern: '^FT-[0-9A-Z]{10}$', description: 'Order number as shown' }),
    symbol: ProductSymbol,
    status: Type.Enum(['won', 'lost', 'tie', 'void']),
    profitLoss: MoneyText,
  }),
  /** With the tick that reached the price. */
  price_alert: closed({
    alertId: ClientId,
    symbol: ProductSymbol,
    direction: Type.Enum(['above', 'below']),
    price: PriceText,
    tickPrice: PriceText,
    tickSequence: Type.String({ pattern: '^[1-9]\\d{0,15}$' }),
    tickAt: Instant,
  }),
  deposit_successful: closed({ amount: MoneyText, reference: Reference }),
  deposit_failed: failure(['cancelled_by_user', 'rejected', 'expired', 'gateway_refused']),
  withdrawal_successful: closed({ amount: MoneyText, received: MoneyText, reference: Reference }),
  withdrawal_failed: failure(['cancelled_by_user', 'rejected']),
  verification_verified: closed({}),
  verification_rejected: closed({ reason: Type.String({ minLength: 1, maxLength: 300 }) }),
  savings_confirmed: closed({ amount: MoneyText, day: Day }),
  /** `device` as the client called itself, e.g. "Chrome on Android". */
  security: closed({
    event: Type.Enum([...SECURITY_EVENTS]),
    device: Type.Optional(Type.String({ minLength: 1 })),
    /** Network address; taken away after 90 days. */
    address: Type.Optional(Type.String({ minLength: 1 })),
    /** Why a payee's name was refused. */
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 340 })),
  }),
  announcement: closed({}),
}

export type MessageKind = keyof typeof MESSAGE_FACTS
export type MessageFacts = { [K in MessageKind]: Infer<(typeof MESSAGE_FACTS)[K]> }
