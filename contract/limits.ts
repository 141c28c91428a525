/** Limits and lists that the client has at run time as well: this module holds no schemas, which stay out of its bundle. */

/** Products that a user can mark as favourites. */
export const FAVOURITES_MAX = 200

/** Months that have a statement at most, the current one included. */
export const STATEMENT_MONTHS = 12
/** This year and the one before, for the tax office. */
export const STATEMENT_YEARS = 2

/** Days that the page of a user's own results can add up. */
export const RESULTS_PERIODS = ['7', '30', '90', 'all'] as const
export type ResultsPeriod = (typeof RESULTS_PERIODS)[number]
/** How a closed order ended. */
export const CLOSED_RESULTS = ['won', 'lost', 'tie', 'void'] as const
export type ClosedResult = (typeof CLOSED_RESULTS)[number]

/** Products that one subscription to the stream can name. */
export const STREAM_MAX_SYMBOLS = 100

/** Resources that a `changed` message of the stream can name: the client then requests them again. */
export const CHANGE_TOPICS = [
  'account',
  'deposits',
  'withdrawals',
  'payout_account',
  'verification',
  'savings',
  'messages',
  'alerts',
  'favourites',
  'account_limits',
] as const
export type ChangeTopic = (typeof CHANGE_TOPICS)[number]

/**
 * The limits that users can set for themselves, and their units: the stake of an order, all open stakes, losses, orders
 * and deposits in a day, a week (from Monday) and a month, the time of a session.
 */
export const ACCOUNT_LIMIT_UNITS = {
  stake: 'amount',
  open_stakes: 'amount',
  loss_day: 'amount',
  loss_week: 'amount',
  loss_month: 'amount',
  orders_day: 'orders',
  deposit_day: 'amount',
  deposit_week: 'amount',
  deposit_month: 'amount',
  session: 'minutes',
} as const
export type AccountLimitKind = keyof typeof ACCOUNT_LIMIT_UNITS
export const ACCOUNT_LIMIT_KINDS = Object.keys(ACCOUNT_LIMIT_UNITS) as AccountLimitKind[]

/** Why withdrawals wait: what guards the money has just changed. */
export const HOLD_REASONS = ['new_device', 'password', 'second_factor', 'payout_account', 'reset'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** The actions that staff can stop for a user (PRODUCT.md 20.7); a stopped log-in stops the others, too. */
export const FREEZE_KINDS = ['login', 'orders', 'money_out'] as const
export type FreezeKind = (typeof FREEZE_KINDS)[number]
