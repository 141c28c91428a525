import type { Queryable } from '../../database/database'
import type { OrderRow } from '../orders/service'

/** Whether an order waits for a head that holds its acceptance. */
export async function isAcceptanceDue(database: Queryable): Promise<boolean> {
  return (await database.query<{ due: boolean }>('select acceptance_due() as due'))[0]?.due ?? false
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
      where exists (select 1 from trade_order o where o.product_id = h.product_id and o.status <= order_open())`,
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

/** How far the events of orders have been delivered. */
export interface EventCursor {
  /** Next leaf of the log of settlements. */
  leaf: bigint
  /** Orders that were given an entry tick at or before this have been delivered. */
  enteredMs: bigint
}

/** Openings are looked for again this far back: an order is opened a moment after its entry tick. */
const OPENED_OVERLAP_MS = 10_000

/** Where everything that has happened so far ends. */
export async function eventCursor(database: Queryable): Promise<EventCursor> {
  const rows = await database.query<{ leaf: bigint; entered_ms: bigint }>(
    `select size as leaf, (select coalesce(max(through_ms), 0) from tick_head) as entered_ms from settlement_log`,
  )
  return { leaf: rows[0]?.leaf ?? 0n, enteredMs: rows[0]?.entered_ms ?? 0n }
}

/** Orders of these users that opened or closed after `cursor`, at most `limit` closings; openings may come again. */
export async function readOrderEvents(
  database: Queryable,
  userIds: readonly bigint[],
  cursor: EventCursor,
  limit: number,
): Promise<{ rows: OrderRow[]; next: EventCursor }> {
  const now = await eventCursor(database)
  const upTo = now.leaf - cursor.leaf > BigInt(limit) ? cursor.leaf + BigInt(limit) : now.leaf
  const rows = await database.query<OrderRow>(
    `select o.* from trade_order o
      where o.user_id = any ($1::bigint[]) and o.status = order_open() and o.entry_at_ms > $2
     union all
     select o.* from settlement s join trade_order o on o.number = s.order_number
      where s.leaf >= $3 and s.leaf < $4 and o.user_id = any ($1::bigint[])`,
    [userIds, cursor.enteredMs - BigInt(OPENED_OVERLAP_MS), cursor.leaf, upTo],
  )
  return { rows, next: { leaf: upTo, enteredMs: now.enteredMs } }
}
