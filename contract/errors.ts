import type { AccountLimitKind, HoldReason } from './limits'

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
  'terms_not_accepted',
  'login_password_weak',
  'trade_password_invalid',
  'trade_password_weak',
  'wrong_credentials',
  'login_frozen',
  // market
  'product_unknown',
  'product_closed',
  'product_maintenance',
  'feed_stale',
  'closes_too_soon',
  // price alerts
  'alert_price_invalid',
  'alert_reached',
  'alert_exists',
  'alert_limit_reached',
  // orders
  'duration_unavailable',
  'earnings_rate_changed',
  'stake_invalid',
  'stake_too_low',
  'stake_too_high',
  'balance_insufficient',
  'open_stakes_reached',
  'exposure_reached',
  'orders_too_fast',
  'orders_frozen',
  'order_id_conflict',
  'ask_invalid',
  'ask_other_log',
  'ask_time_off',
  'receipt_not_ready',
  'receipt_none',
  // anything that moves money or is sent with an id
  'request_id_conflict',
  'request_id_time_off',
  'amount_invalid',
  'amount_too_low',
  'amount_too_high',
  'daily_limit_reached',
  // limits and breaks that users set for themselves
  'account_limit_reached',
  'account_limit_invalid',
  'raise_not_due',
  'on_break',
  'break_invalid',
  'break_not_over',
  // deposits, withdrawals, payout account
  'deposit_channel_unknown',
  'deposit_decided',
  'signature_invalid',
  'withdrawal_fee_changed',
  'withdrawal_decided',
  'money_out_frozen',
  'withdrawal_on_hold',
  'withdrawals_frozen',
  'second_factor_missing',
  'not_verified',
  'payout_account_missing',
  'payout_account_fresh',
  'payout_account_bound',
  'payout_account_incomplete',
  'payee_differs',
  'card_number_invalid',
  'iban_invalid',
  'account_number_invalid',
  'bank_code_invalid',
  'currency_address_invalid',
  // identity and security
  'name_invalid',
  'nationality_invalid',
  'country_blocked',
  'id_number_invalid',
  'photo_missing',
  'photo_invalid',
  'verification_closed',
  'document_taken',
  'under_age',
  'trade_password_wrong',
  'trade_password_locked',
  'password_wrong',
  'password_unchanged',
  'change_code_invalid',
  'reset_code_invalid',
  'second_factor_required',
  'second_factor_wrong',
  'second_factor_state',
  'passkey_wrong',
  'passkey_expired',
  'passkey_exists',
  'passkey_limit_reached',
  'deletion_blocked',
  'push_refused',
  // savings
  'savings_deposits_used_up',
  'savings_transfers_used_up',
  'savings_confirmed_insufficient',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * The house's signature under its refusal of an ask. Given long enough after the second of the entry began it is final: nothing can
 * be made of the ask any more (docs/PROOF_FORMAT.md, "Refusals").
 */
export interface OrderRefusal {
  /** SHA-256 of the text that the device has signed, hex. */
  askHash: string
  code: string
  /** Epoch ms. */
  at: number
  signature: string
  publicKey: string
}

/** Facts that a message can name; which are present depends on the code. */
export interface ErrorDetails {
  /** `invalid_request`: the faults, field by field (JSON pointer without the leading slash). */
  fields?: { field: string; problem: string }[]
  /** `rate_limited`, `trade_password_locked`, `orders_too_fast`: whole seconds until the next try. */
  retryAfterSeconds?: number
  /**
   * `stake_too_low`, `stake_too_high`, `amount_too_low`, `amount_too_high`, `open_stakes_reached`: the limit, as a
   * decimal string. `account_limit_reached`: the limit, in the unit of its kind. `orders_too_fast`: orders a minute.
   * `alert_limit_reached`: how many alerts can wait at a time. `passkey_limit_reached`: how many an account can have.
   */
  limit?: string
  /** `balance_insufficient`, `savings_confirmed_insufficient`: the available amount, as a decimal string. */
  available?: string
  /** `product_closed`: when it opens, ISO; absent if unknown. */
  opensAt?: string
  /** `closes_too_soon`: when the market closes, ISO. */
  closesAt?: string
  /** `alert_reached`: the newest price, as a decimal string. */
  price?: string
  /** `ask_other_log`: the newest head of the log. */
  newestHead?: number
  /** `ask_time_off`: the server's time, ISO. */
  serverTime?: string
  /** `earnings_rate_changed`: the rate now, in basis points. */
  earningsRateBp?: number
  /** `daily_limit_reached`: the rest of today's limit, as a decimal string. */
  remaining?: string
  /** `withdrawal_fee_changed`: the fee now, as a decimal string. */
  fee?: string
  /** `payout_account_fresh`: from when it can be paid to, ISO. */
  payableFrom?: string
  /**
   * `trade_password_wrong`, `password_wrong`, `second_factor_wrong`, `change_code_invalid`: tries left before a wait.
   */
  attemptsLeft?: number
  /** `account_limit_reached`: which of the user's own limits. */
  ownLimit?: AccountLimitKind
  /** `withdrawal_on_hold`: why. */
  hold?: HoldReason
  /**
   * `withdrawal_on_hold`: when the hold ends, ISO. `on_break`, `break_not_over`: when the break ends, ISO; absent if
   * it is for good.
   */
  until?: string
  /** `login_frozen`, `orders_frozen`, `withdrawals_frozen`: why, as `operatorReasonOf` writes it. */
  reason?: string
  /** Of an order that its device has signed: the refusal, signed by the house. */
  refusal?: OrderRefusal
  /** `deletion_blocked`: the unfinished business that blocks it. */
  blockers?: ('balance' | 'orders' | 'deposits' | 'withdrawals' | 'savings' | 'verification' | 'freeze')[]
}

export interface ErrorBody {
  code: ErrorCode
  /** For developers, in English. The client shows its own text for `code`. */
  message: string
  details?: ErrorDetails
  requestId: string
}
