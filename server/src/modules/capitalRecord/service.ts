import {
  type BookedOrders,
  CAPITAL_EXPORT_MAX,
  type CapitalEntry,
  type CapitalExport,
  type CapitalRecordPage,
  type CapitalRecordQuery,
} from '../../../../contract/capitalRecord'
import type { Infer } from '../../../../contract/common'
import { TRANSFER_KIND, type TransferKind } from '../../ledger/kinds'
import { present } from '../../shared/assert'
import { bindAll } from '../../shared/bindAll'
import { formatMoney } from '../../shared/money'
import { readPage } from '../../shared/page'
import { ok, type Result, refuse } from '../../shared/result'
import { type CapitalRow, listBooked, listCapital } from './repository'
import { readStatement, type StatementDeps } from './statement'

type Kind = CapitalEntry['kind']
type Filter = NonNullable<CapitalRecordQuery['filter']>
type Export = Infer<typeof CapitalExport>

/** The orders module's facts about orders as users know them. */
export interface OrderFacts {
  /** By order id; those of other users are left out. */
  factsOf(userId: bigint, ids: readonly string[]): Promise<ReadonlyMap<string, { number: string; symbol: string }>>
}

export interface CapitalRecordDeps extends StatementDeps {
  orders: OrderFacts
}

/** Kinds that touch the available balance, as users read them. */
const KINDS: Partial<Record<TransferKind, Kind>> = {
  demoGrant: 'demo_grant',
  orderPlaced: 'order_placed',
  orderSettled: 'order_settled',
  orderVoided: 'order_voided',
  depositCredited: 'deposit',
  withdrawalRequested: 'withdrawal',
  withdrawalReturned: 'withdrawal_returned',
  savingsDeposited: 'savings_deposit',
  savingsTransferredOut: 'savings_transfer_out',
  accountClosed: 'account_closed',
}

const FILTERS: Record<Filter, readonly TransferKind[]> = {
  deposits: ['demoGrant', 'depositCredited'],
  withdrawals: ['withdrawalRequested', 'withdrawalReturned', 'accountClosed'],
  orders: ['orderPlaced', 'orderSettled', 'orderVoided'],
  savings: ['savingsDeposited', 'savingsTransferredOut'],
}

const KIND_BY_NUMBER = new Map<number, Kind>(
  Object.entries(TRANSFER_KIND).flatMap(([name, number]) => {
    const kind = KINDS[name as TransferKind]
    return kind === undefined ? [] : [[number, kind]]
  }),
)

interface Bounds {
  filter?: Filter | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The schema has checked the form; the calendar may still have no such day. */
function boundsOf({ from, to }: Bounds): Result<Instants, 'invalid_request'> {
  const read = (text: string | undefined) => (text === undefined ? null : new Date(text))
  const bounds = { from: read(from), to: read(to) }
  for (const field of ['from', 'to'] as const) {
    if (Number.isNaN(bounds[field]?.getTime())) {
      return refuse('invalid_request', { fields: [{ field, problem: 'not an instant' }] })
    }
  }
  return ok(bounds)
}

async function toWire(deps: CapitalRecordDeps, userId: bigint, rows: CapitalRow[]): Promise<CapitalEntry[]> {
  const { scale } = deps.config.currency
  const isOrder = (row: CapitalRow) => FILTERS.orders.some((kind) => TRANSFER_KIND[kind] === row.kind)
  const facts = await deps.orders.factsOf(
    userId,
    rows.filter(isOrder).map((row) => row.reference),
  )
  return rows.map((row) => ({
    id: String(row.transfer_id),
    kind: present(KIND_BY_NUMBER.get(row.kind), 'what moves the available balance has a name'),
    amount: formatMoney(row.amount, scale),
    balance: formatMoney(row.balance_after, scale),
    at: row.created_at.toISOString(),
    reference: row.money_reference ?? facts.get(row.reference)?.number ?? null,
    orderId: facts.has(row.reference) ? row.reference : null,
    symbol: facts.get(row.reference)?.symbol ?? null,
  }))
}

interface Instants {
  from: Date | null
  to: Date | null
}

/** Rows of the record, newest first. */
const readRows = (
  deps: CapitalRecordDeps,
  userId: bigint,
  { filter, from, to }: Pick<Bounds, 'filter'> & Instants,
  before: bigint | null,
  limit: number,
) =>
  listCapital(deps.database, userId, {
    kinds: filter && FILTERS[filter].map((kind) => TRANSFER_KIND[kind]),
    withoutOrders: filter !== undefined && filter !== 'orders',
    from,
    to,
    before,
    limit,
  })

async function list(
  deps: CapitalRecordDeps,
  userId: bigint,
  query: CapitalRecordQuery,
): Promise<Result<CapitalRecordPage, 'invalid_request'>> {
  const bounds = boundsOf(query)
  if (!bounds.ok) return bounds
  const page = await readPage(query, {
    keys: 1,
    read: (after, limit) =>
      readRows(deps, userId, { filter: query.filter, ...bounds.value }, after?.[0] ?? null, limit),
    keysOf: (row) => [row.transfer_id],
    toItem: (row) => row,
  })
  if (!page.ok) return page
  return ok({ items: await toWire(deps, userId, page.value.items), nextCursor: page.value.nextCursor })
}

/** The newest entries that match the filter, for a file. */
async function exportOf(
  deps: CapitalRecordDeps,
  userId: bigint,
  query: Omit<CapitalRecordQuery, 'cursor' | 'limit'>,
): Promise<Result<Export, 'invalid_request'>> {
  const bounds = boundsOf(query)
  if (!bounds.ok) return bounds
  const asked = { filter: query.filter, ...bounds.value }
  const rows = await readRows(deps, userId, asked, null, CAPITAL_EXPORT_MAX + 1)
  return ok({
    items: await toWire(deps, userId, rows.slice(0, CAPITAL_EXPORT_MAX)),
    truncated: rows.length > CAPITAL_EXPORT_MAX,
  })
}

/** The entries of these orders, as the query names them. */
async function bookedOf(deps: CapitalRecordDeps, userId: bigint, ids: string): Promise<BookedOrders> {
  return { items: await toWire(deps, userId, await listBooked(deps.database, userId, ids.split(','))) }
}

export type CapitalRecordService = ReturnType<typeof createCapitalRecordService>

export const createCapitalRecordService = (deps: CapitalRecordDeps) =>
  bindAll(deps, { list, exportOf, bookedOf, statement: readStatement })
