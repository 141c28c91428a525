/**
 * The closed list of codes that an error body can carry: `{ code, message, details?, requestId }`.
 * The server maps each to an HTTP status, the client maps each to a locale key; both maps are exhaustive.
 */
export const ERROR_CODES = [
  // any route
  'invalid_request',
  'not_found',
  'unauthenticated',
  'rate_limited',
  'payload_too_large',
  'unsupported_media_type',
  'unavailable',
  'internal',
  // registration and login
  'account_invalid',
  'account_taken',
  'phone_invalid',
  'phone_taken',
  'opening_code_unknown',
  'registration_expired',
  'login_password_weak',
  'trade_password_invalid',
  'wrong_credentials',
  // market
  'product_unknown',
  'product_closed',
  'product_maintenance',
  'feed_stale',
  // orders
  'duration_unavailable',
  'earnings_rate_changed',
  'stake_invalid',
  'stake_too_low',
  'stake_too_high',
  'balance_insufficient',
  'order_id_conflict',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** Facts that a message can name; which are present depends on the code. */
export interface ErrorDetails {
  /** `invalid_request`: what is wrong, field by field (JSON pointer without the leading slash). */
  fields?: { field: string; problem: string }[]
  /** `rate_limited`: whole seconds until the next try. */
  retryAfterSeconds?: number
  /** `stake_too_low`, `stake_too_high`: the limit, as a decimal string. */
  limit?: string
  /** `balance_insufficient`: what is available, as a decimal string. */
  available?: string
  /** `product_closed`: when it opens, ISO; absent where unknown. */
  opensAt?: string
  /** `earnings_rate_changed`: the rate now, in basis points. */
  earningsRateBp?: number
}

export interface ErrorBody {
  code: ErrorCode
  /** For developers, in English. The client shows its own text for `code`. */
  message: string
  details?: ErrorDetails
  requestId: string
}
