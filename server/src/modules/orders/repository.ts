import type { Database, Queryable } from '../../plugins/database'

export interface OrderRow {
  no: bigint
  user_id: bigint
  id: string
  product_id: number
  direction: number
  stake: bigint
  duration_seconds: number
  earnings_rate_bp: number
  payout: bigint
  status: number
  body_hash: Buffer
  source: string
  accepted_at_ms: bigint
  entry_sequence: bigint | null
  entry_at_ms: bigint | null
  entry_price: string | null
  expires_at_ms: bigint | null
  exit_sequence: bigint | null
  exit_at_ms: bigint | null
  exit_price: string | null
  closed_at_ms: bigint | null
  profit_loss: bigint | null
  void_reason: number | null
  version: number
}

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
  acceptedAtMs: number
}

export type PlaceOutcome =
  | { outcome: 'placed'; no: bigint; acceptedAtMs: number }
  | { outcome: 'exists' | 'no_user' }
  | { outcome: 'insufficient'; available: bigint }

const PLACE_SQL = `select ord, code, no, available, accepted_at_ms
  from place_orders($1::bigint[], $2::uuid[], $3::int[], $4::smallint[], $5::bigint[], $6::int[], $7::int[],
                    $8::bigint[], $9::bytea[], $10::text[], $11::bigint[])`

/**
 * One round trip for all of them; at most one order a user. Answers in the order given. `acceptedAtMs` is the order's, or
 * the watermark of its product where that is ahead: another node's clock may be.
 */
export async function placeOrders(database: Database, orders: readonly NewOrder[]): Promise<PlaceOutcome[]> {
  const { rows } = await database.pool.query<{
    ord: number
    code: number
    no: bigint | null
    available: bigint | null
    accepted_at_ms: bigint
  }>({
    name: 'place_orders',
    text: PLACE_SQL,
    values: [
      orders.map((order) => order.userId),
      orders.map((order) => order.id),
      orders.map((order) => order.productId),
      orders.map((order) => order.direction),
      orders.map((order) => order.stake),
      orders.map((order) => order.durationSeconds),
      orders.map((order) => order.earningsRateBp),
      orders.map((order) => order.payout),
      orders.map((order) => order.bodyHash),
      orders.map((order) => order.source),
      orders.map((order) => order.acceptedAtMs),
    ],
  })
  const outcomes: PlaceOutcome[] = orders.map(() => ({ outcome: 'no_user' }))
  for (const row of rows) {
    if (row.code === 0 && row.no !== null) {
      outcomes[row.ord - 1] = { outcome: 'placed', no: row.no, acceptedAtMs: Number(row.accepted_at_ms) }
    }
    if (row.code === 1) outcomes[row.ord - 1] = { outcome: 'exists' }
    else if (row.code === 2) outcomes[row.ord - 1] = { outcome: 'insufficient', available: row.available ?? 0n }
  }
  return outcomes
}

export async function findOrder(tx: Queryable, userId: bigint, id: string): Promise<OrderRow | undefined> {
  return (await tx.query<OrderRow>('select * from trade_order where user_id = $1 and id = $2', [userId, id]))[0]
}

/** An order from its JSON in the archive. */
export async function readRecord(tx: Queryable, record: string): Promise<OrderRow | undefined> {
  return (await tx.query<OrderRow>('select * from jsonb_populate_record(null::trade_order, $1::jsonb)', [record]))[0]
}

/** What the numbers of these orders are made of; ids of other users are left out. */
export function findNumbers(tx: Queryable, userId: bigint, ids: readonly string[]) {
  return tx.query<{ id: string; no: bigint; accepted_at_ms: bigint }>(
    'select id, no, accepted_at_ms from trade_order where user_id = $1 and id = any ($2::uuid[])',
    [userId, ids],
  )
}

/** Newest first; `before` is the running number of the last order of the page before. */
export function listHolding(tx: Queryable, userId: bigint, before: bigint | null, limit: number): Promise<OrderRow[]> {
  return tx.query<OrderRow>(
    `select * from trade_order where user_id = $1 and status <= 2 and ($2::bigint is null or no < $2)
      order by no desc limit $3`,
    [userId, before, limit],
  )
}

/** Last closed first; the cursor is the closing time and running number of the last order of the page before. */
export function listClosed(
  tx: Queryable,
  userId: bigint,
  before: { closedAtMs: bigint; no: bigint } | null,
  limit: number,
): Promise<OrderRow[]> {
  return before === null
    ? tx.query<OrderRow>(
        `select * from trade_order where user_id = $1 and status > 2 order by closed_at_ms desc, no desc limit $2`,
        [userId, limit],
      )
    : tx.query<OrderRow>(
        `select * from trade_order where user_id = $1 and status > 2 and (closed_at_ms, no) < ($2, $3)
          order by closed_at_ms desc, no desc limit $4`,
        [userId, before.closedAtMs, before.no, limit],
      )
}

export async function sumProfitLoss(tx: Queryable, userId: bigint, sinceMs: number) {
  const rows = await tx.query<{ total: bigint; since: bigint }>(
    `select (coalesce(sum(profit_loss), 0)
              + coalesce((select profit_loss from order_archived where user_id = $1), 0))::bigint as total,
            coalesce(sum(profit_loss) filter (where closed_at_ms >= $2), 0)::bigint as since
       from trade_order where user_id = $1 and status > 2`,
    [userId, sinceMs],
  )
  return { total: rows[0]?.total ?? 0n, today: rows[0]?.since ?? 0n }
}

/** Opens pending orders that have an entry tick. */
export const enterOrders = (database: Queryable, limit: number) =>
  database.query<OrderRow>('select * from enter_orders($1)', [limit])

/** Whether anything is due. */
export async function isSettlementDue(database: Queryable): Promise<boolean> {
  return (await database.query<{ due: boolean }>('select settlement_due() as due'))[0]?.due ?? false
}

/** Closes orders that are due and that the tree head covers. */
export const settleOrders = (database: Queryable, limit: number, closedAtMs: number, headNumber: number) =>
  database.query<OrderRow>('select * from settle_orders($1, $2, $3)', [limit, closedAtMs, headNumber])

/** Where the logs of products with orders under way have got to; undefined without such orders. */
export async function oldestWatermark(database: Queryable): Promise<number | undefined> {
  const rows = await database.query<{ through_ms: bigint | null }>(
    `select min(h.through_ms) as through_ms from tick_head h
      where exists (select 1 from trade_order o where o.product_id = h.product_id and o.status in (1, 2))`,
  )
  const through = rows[0]?.through_ms
  return through === null || through === undefined ? undefined : Number(through)
}

/** Closes the log up to `throughMs` for good: a tick that arrives for a time before it is refused. */
export async function advanceWatermarks(database: Queryable, throughMs: number): Promise<void> {
  // In id order, as append_ticks locks them.
  await database.query(
    `update tick_head h set through_ms = $1
       from (select product_id from tick_head where through_ms < $1 order by product_id for no key update) due
      where h.product_id = due.product_id and h.through_ms < $1`,
    [throughMs],
  )
}

/** How far the news of orders have been told. */
export interface NewsPlace {
  /** Next leaf of the log of settlements. */
  leaf: bigint
  /** Orders that were given an entry tick at or before this have been told of. */
  enteredMs: bigint
}

/** Openings are looked for again this far back: an order is opened a moment after its entry tick. */
const OPENED_OVERLAP_MS = 10_000

/** Where everything that has happened so far ends. */
export async function newsPlace(database: Queryable): Promise<NewsPlace> {
  const rows = await database.query<{ leaf: bigint; entered_ms: bigint }>(
    `select size as leaf, (select coalesce(max(through_ms), 0) from tick_head) as entered_ms from settlement_log`,
  )
  return { leaf: rows[0]?.leaf ?? 0n, enteredMs: rows[0]?.entered_ms ?? 0n }
}

/** Orders of these users that opened or closed after `place`, at most `limit` closings; openings may come again. */
export async function readNews(
  database: Queryable,
  userIds: readonly bigint[],
  place: NewsPlace,
  limit: number,
): Promise<{ rows: OrderRow[]; next: NewsPlace }> {
  const now = await newsPlace(database)
  const upTo = now.leaf - place.leaf > BigInt(limit) ? place.leaf + BigInt(limit) : now.leaf
  const rows = await database.query<OrderRow>(
    `select o.* from trade_order o
      where o.user_id = any ($1::bigint[]) and o.status = 2 and o.entry_at_ms > $2
     union all
     select o.* from settlement s join trade_order o on o.no = s.order_no
      where s.leaf >= $3 and s.leaf < $4 and o.user_id = any ($1::bigint[])`,
    [userIds, place.enteredMs - BigInt(OPENED_OVERLAP_MS), place.leaf, upTo],
  )
  return { rows, next: { leaf: upTo, enteredMs: now.enteredMs } }
}
