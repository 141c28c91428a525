/**
 * The stored numbers of statuses and kinds: the names of server/sql/constants.sql, which a test compares. Kinds of
 * accounts and transfers are in ledger/kinds.ts.
 */
export const ORDER_STATUS = { pending: 1, open: 2, won: 3, lost: 4, tie: 5, void: 6 } as const
export const VOID_REASON = { no_entry_tick: 1, too_few_ticks: 2, stale_at_expiry: 3, logged_late: 4 } as const
export const DIRECTION = { up: 1, down: -1 } as const

/** The result of `place_orders` for an order. */
export const PLACING = {
  placed: 0,
  exists: 1,
  insufficient: 2,
  no_user: 3,
  on_break: 4,
  too_fast: 5,
  open_stakes: 6,
  frozen: 7,
  exposed: 8,
  time_off: 9,
  id_taken: 10,
  limited: 100,
} as const

export const LIMIT_KIND = {
  stake: 1,
  open_stakes: 2,
  loss_day: 3,
  loss_week: 4,
  loss_month: 5,
  orders_day: 6,
  deposit_day: 7,
  deposit_week: 8,
  deposit_month: 9,
  session: 10,
} as const

/** Deposits and withdrawals. */
export const MONEY_STATUS = { under_review: 1, successful: 2, failed: 3 } as const

export const SAVINGS_KIND = { deposit: 1, transfer_out: 2 } as const
export const SAVINGS_STATUS = { pending: 1, confirmed: 2 } as const

export const ALERT_STATE = { active: 1, triggered: 2, cancelled: 3 } as const
export const ALERT_DIRECTION = { above: 1, below: -1 } as const

/** The notices to a document's owner about the end of its validity. */
export const EXPIRY_TOLD = { nothing: 0, expiring: 1, expired: 2 } as const

/** The name that a stored number has; throws for a number that has none. */
export function storedName<K extends string>(names: Readonly<Record<K, number>>, value: number): K {
  for (const name in names) if (names[name] === value) return name
  throw new Error(`a stored number is none of ${Object.keys(names).join(', ')}: ${value}`)
}
