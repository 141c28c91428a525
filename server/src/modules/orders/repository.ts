import { type Ask, FOUND_AMONG_MAX } from '../../../../contract/orders'
import { type Database, databaseErrorCode, type Queryable, withDatabase } from '../../database/database'
import type { OrderRow } from '../../shared/orderRow'
import type { Settings } from '../../shared/settings'
import { PLACING } from '../../shared/stored'

/**
 * The fields of an order that the app shows. Reading the rest of 10,000 that settle costs more than a hundredth of
 * settling them.
 */
export const SHOWN_COLUMNS = [
  'number',
  'user_id',
  'id',
  'product_id',
  'direction',
  'stake',
  'scale',
  'duration_seconds',
  'earnings_rate_bp',
  'payout',
  'status',
  'source',
  'accepted_at_ms',
  'entry_price',
  'entry_at_ms',
  'expires_at_ms',
  'exit_price',
  'exit_at_ms',
  'closed_at_ms',
  'profit_loss',
  'void_reason',
  'version',
] satisfies (keyof OrderRow)[]

export type ShownOrder = Pick<OrderRow, (typeof SHOWN_COLUMNS)[number]>

export interface NewOrder {
  userId: bigint
  id: string
  productId: number
  direction: 1 | -1
  stake: bigint
  durationSeconds: number
  earningsRateBp: number
  payout: bigint
  bodyHash: Buffer
  source: string
  instrument: string
  acceptedAtMs: number
  entryTimeoutMs: number
  staleAfterMs: number
  sourceLagMs: number
  ask: Ask
}

export type PlaceOutcome =
  | { outcome: 'placed'; number: bigint; acceptedAtMs: number }
  | { outcome: 'exists' }
  | { outcome: 'no_user' | 'on_break' | 'too_fast' | 'open_stakes' | 'frozen' | 'exposed' | 'time_off' | 'id_taken' }
  /** `limit` is the stored kind of the user's own limit. */
  | { outcome: 'limited'; limit: number }
  | { outcome: 'insufficient'; available: bigint }

const PLACE_SQL = `select ord, code, number, available, accepted_at_ms
  from place_orders(array(select placed from json_populate_recordset(null::new_order, $1) placed), $2, $3, $4, $5)`

const bytesOf = (hex: string) => `\\x${hex}`

/** A row of the type `new_order`. */
const rowOf = ({ ask, ...order }: NewOrder) => ({
  user_id: String(order.userId),
  id: order.id,
  product_id: order.productId,
  direction: order.direction,
  stake: String(order.stake),
  duration_seconds: order.durationSeconds,
  earnings_rate_bp: order.earningsRateBp,
  payout: String(order.payout),
  body_hash: bytesOf(order.bodyHash.toString('hex')),
  source: order.source,
  instrument: order.instrument,
  arrived_at_ms: order.acceptedAtMs,
  entry_timeout_ms: order.entryTimeoutMs,
  stale_after_ms: order.staleAfterMs,
  source_lag_ms: order.sourceLagMs,
  seen_head: ask.seenHead,
  seen_root: bytesOf(ask.seenRoot),
  device_key: bytesOf(ask.deviceKey),
  device_signature: bytesOf(ask.signature),
})

/**
 * Another connection has used up the quota of a limit (count_exposure.sql), or has taken an id: nothing was written, and
 * the next try sees it.
 */
const OVERTAKEN = new Set(['FT409', '23505'])
const TRIES = 5

async function exactly<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 1 || !OVERTAKEN.has(databaseErrorCode(error) ?? '')) throw error
    }
  }
}

/**
 * One round trip for all; at most one order per user. Results are in the given order. `acceptedAtMs` is the order's, or
 * the watermark of its product if that is ahead, which happens when another node's clock is.
 */
export async function placeOrders(
  database: Database,
  orders: readonly NewOrder[],
  currency: { code: string; scale: number },
  limits: Settings['orderLimits'],
): Promise<PlaceOutcome[]> {
  interface PlacedRow {
    ord: number
    code: number
    number: bigint | null
    available: bigint | null
    accepted_at_ms: bigint
  }
  const statement = {
    name: 'place_orders',
    text: PLACE_SQL,
    values: [JSON.stringify(orders.map(rowOf)), currency.code, currency.scale, limits.perMinute, limits.openStakes],
  }
  const { rows } = await exactly(() => withDatabase(() => database.pool.query<PlacedRow>(statement)))
  const outcomes: PlaceOutcome[] = orders.map(() => ({ outcome: 'no_user' }))
  for (const row of rows) {
    if (row.code === PLACING.placed && row.number !== null) {
      outcomes[row.ord - 1] = { outcome: 'placed', number: row.number, acceptedAtMs: Number(row.accepted_at_ms) }
    }
    if (row.code === PLACING.exists) outcomes[row.ord - 1] = { outcome: 'exists' }
    else if (row.code === PLACING.id_taken) outcomes[row.ord - 1] = { outcome: 'id_taken' }
    else if (row.code === PLACING.time_off) outcomes[row.ord - 1] = { outcome: 'time_off' }
    else if (row.code === PLACING.too_fast) outcomes[row.ord - 1] = { outcome: 'too_fast' }
    else if (row.code === PLACING.open_stakes) outcomes[row.ord - 1] = { outcome: 'open_stakes' }
    else if (row.code === PLACING.frozen) outcomes[row.ord - 1] = { outcome: 'frozen' }
    else if (row.code === PLACING.exposed) outcomes[row.ord - 1] = { outcome: 'exposed' }
    else if (row.code === PLACING.on_break) outcomes[row.ord - 1] = { outcome: 'on_break' }
    else if (row.code > PLACING.limited)
      outcomes[row.ord - 1] = { outcome: 'limited', limit: row.code - PLACING.limited }
    else if (row.code === PLACING.insufficient)
      outcomes[row.ord - 1] = { outcome: 'insufficient', available: row.available ?? 0n }
  }
  return outcomes
}

export function findOrder(tx: Queryable, userId: bigint, id: string): Promise<OrderRow | undefined> {
  return tx.first<OrderRow>('select * from trade_order where user_id = $1 and id = $2', [userId, id])
}

/** Whether an order of anybody has this id. */
export const isIdTaken = (source: Queryable, id: string): Promise<boolean> =>
  source.some('select 1 from trade_order where id = $1', [id])

/** The facts behind these order numbers; ids of other users are left out. */
export function findNumbers(tx: Queryable, userId: bigint, ids: readonly string[]) {
  return tx.query<{ id: string; number: bigint; accepted_at_ms: bigint; product_id: number }>(
    'select id, number, accepted_at_ms, product_id from trade_order where user_id = $1 and id = any ($2::uuid[])',
    [userId, ids],
  )
}

/** Newest first; `before` is the running number of the last order on the previous page. */
export function listHolding(tx: Queryable, userId: bigint, before: bigint | null, limit: number): Promise<OrderRow[]> {
  return tx.query<OrderRow>(
    `select * from trade_order where user_id = $1 and status <= order_open() and ($2::bigint is null or number < $2)
      order by number desc limit $3`,
    [userId, before, limit],
  )
}

export interface ClosedFilter {
  symbol: string | null
  /** As it is stored. */
  status: number | null
  /** Closing times: from inclusive, to exclusive. */
  fromMs: bigint | null
  toMs: bigint | null
}

/** Closed orders of a period, last closed first, by the index `trade_order_closed`. */
const CLOSED = `select * from trade_order where user_id = $1 and status > order_open()
  and ($2::bigint is null or closed_at_ms >= $2) and ($3::bigint is null or closed_at_ms < $3)`
const LAST_CLOSED_FIRST = 'order by closed_at_ms desc, number desc'

/**
 * Last closed first; the cursor is the closing time and running number of the last order on the previous page. No index
 * has products and results: they are looked for among the newest `FOUND_AMONG_MAX` orders of the period, and no further.
 */
export function listClosed(
  tx: Queryable,
  userId: bigint,
  { symbol, status, fromMs, toMs }: ClosedFilter,
  before: { closedAtMs: bigint; number: bigint } | null,
  limit: number,
): Promise<OrderRow[]> {
  const isPlain = symbol === null && status === null
  const after = before === null ? '' : 'and (closed_at_ms, number) < ($5, $6)'
  const cursor = before === null ? [] : [before.closedAtMs, before.number]
  if (isPlain)
    return tx.query<OrderRow>(`${CLOSED} ${after} ${LAST_CLOSED_FIRST} limit $4`, [
      userId,
      fromMs,
      toMs,
      limit,
      ...cursor,
    ])
  return tx.query<OrderRow>(
    `select newest.* from (${CLOSED} ${LAST_CLOSED_FIRST} limit ${FOUND_AMONG_MAX}) newest
      where ($7::text is null or product_id = (select id from product where symbol = $7))
        and ($8::smallint is null or status = $8) and ($5::bigint is null or (closed_at_ms, number) < ($5, $6::bigint))
      ${LAST_CLOSED_FIRST} limit $4`,
    [userId, fromMs, toMs, limit, before?.closedAtMs ?? null, before?.number ?? null, symbol, status],
  )
}

export async function sumProfitLoss(tx: Queryable, userId: bigint, sinceMs: number) {
  const row = await tx.first<{ total: bigint; since: bigint; traded: boolean }>(
    `select coalesce(sum(profit_loss), 0)::bigint as total,
            coalesce(sum(profit_loss) filter (where closed_at_ms >= $2), 0)::bigint as since,
            count(*) > 0 or exists (select from trade_order where user_id = $1 and status <= order_open()) as traded
       from trade_order where user_id = $1 and status > order_open()`,
    [userId, sinceMs],
  )
  return { total: row?.total ?? 0n, today: row?.since ?? 0n, hasTraded: row?.traded ?? false }
}
