import Type from 'typebox'
import { closed, type Infer, Instant, MoneyText, ProductSymbol } from './common'

export const TimeZone = Type.String({
  pattern: '^[ -~]{1,64}$',
  description:
    'As the device has it: an IANA name, e.g. Europe/Berlin, or an offset, e.g. +05:30; UTC if it is unknown',
})

/** GET /statement: one calendar month or year where the user lives. */
export const StatementQuery = closed({
  period: Type.String({
    pattern: '^\\d{4}(-(0[1-9]|1[0-2]))?$',
    description: 'A month, e.g. 2026-11, or a year, e.g. 2026',
  }),
  timeZone: TimeZone,
})
export type StatementQuery = Infer<typeof StatementQuery>

const Orders = {
  count: Type.Integer({ minimum: 0, description: 'Orders that closed in the period, voided ones included' }),
  voided: Type.Integer({ minimum: 0 }),
  stakes: MoneyText,
  /** Paid back: the stake and the profit of a won order, or the stake of a tie or a void order. */
  returned: MoneyText,
  /** `returned` less `stakes`. */
  result: MoneyText,
}

/**
 * The period by the ledger. `opening` and `closing` are all that the user owned: available, in orders, in withdrawals
 * and in savings. `closing` is `opening` with deposits, results and earnings, less withdrawals, whose amounts hold the
 * fees.
 */
export const AccountStatement = closed({
  period: Type.String(),
  timeZone: Type.String(),
  /** Inclusive. */
  from: Instant,
  /** Exclusive; in the future for the current month or year. */
  to: Instant,
  opening: MoneyText,
  closing: MoneyText,
  deposits: closed({ count: Type.Integer({ minimum: 0 }), amount: MoneyText }),
  withdrawals: closed({ count: Type.Integer({ minimum: 0 }), amount: MoneyText, fees: MoneyText }),
  orders: closed({
    total: closed(Orders),
    products: Type.Array(closed({ symbol: ProductSymbol, ...Orders }), { maxItems: 1_000 }),
  }),
  savings: closed({ deposited: MoneyText, transferredOut: MoneyText, earned: MoneyText }),
})
export type AccountStatement = Infer<typeof AccountStatement>
