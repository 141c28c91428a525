import Type from 'typebox'
import { closed, type Infer, Instant, MoneyText, nullable, PageQuery, pageOf } from './common'

/** Movements of the available balance; the user's view of the ledger (PRODUCT.md 11.4). */
export const CAPITAL_KINDS = [
  'demo_grant',
  'deposit',
  'withdrawal',
  'withdrawal_returned',
  'order_placed',
  'order_settled',
  'order_voided',
  'savings_deposit',
  'savings_transfer_out',
  'account_closed',
] as const
/** The choices of the filter: each stands for one or more kinds. */
export const CAPITAL_FILTERS = ['deposits', 'withdrawals', 'orders', 'savings'] as const

export const CapitalEntry = closed({
  id: Type.String({ description: 'Number of the transfer' }),
  kind: Type.Enum([...CAPITAL_KINDS]),
  /** Signed: the amount added to the available balance. */
  amount: MoneyText,
  /** Available balance right after it. */
  balance: MoneyText,
  at: Instant,
  reference: nullable(Type.String({ description: 'Number of the deposit, withdrawal or order' })),
  orderId: nullable(Type.String({ description: 'Id of the order, if the movement is about one' })),
  symbol: nullable(Type.String({ description: 'Product of that order' })),
})
export type CapitalEntry = Infer<typeof CapitalEntry>

const LocalDay = Type.String({ format: 'date-time', description: 'Instant, ISO 8601' })
const Filter = {
  filter: Type.Optional(Type.Enum([...CAPITAL_FILTERS])),
  /** Inclusive. */
  from: Type.Optional(LocalDay),
  /** Exclusive. */
  to: Type.Optional(LocalDay),
}

/** GET /capital-record: newest first. */
export const CapitalRecordQuery = closed({ ...PageQuery, ...Filter })
export type CapitalRecordQuery = Infer<typeof CapitalRecordQuery>
export const CapitalRecordPage = pageOf(CapitalEntry)
export type CapitalRecordPage = Infer<typeof CapitalRecordPage>

/** GET /capital-record/orders: the entries of these orders, to hold them against the receipts. */
export const BOOKED_ORDERS_MAX = 60
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
export const BookedOrdersQuery = closed({
  ids: Type.String({
    pattern: `^${UUID}(,${UUID}){0,${BOOKED_ORDERS_MAX - 1}}$`,
    description: 'Ids of orders, separated by commas',
  }),
})
/** At most two per order, in no order. What is no order of this user has none. */
export const BookedOrders = closed({ items: Type.Array(CapitalEntry, { maxItems: 2 * BOOKED_ORDERS_MAX }) })
export type BookedOrders = Infer<typeof BookedOrders>

/** GET /capital-record/export: the newest entries of the filter, at most this many, for a file. */
export const CAPITAL_EXPORT_MAX = 5_000
export const CapitalExportQuery = closed(Filter)
export const CapitalExport = closed({
  items: Type.Array(CapitalEntry, { maxItems: CAPITAL_EXPORT_MAX }),
  truncated: Type.Boolean({ description: 'There were more' }),
})
export type CapitalExport = Infer<typeof CapitalExport>
