import type { Queryable } from '../../database/database'
import { present } from '../../shared/assert'
import { SHOWN_COLUMNS, type ShownOrder } from '../orders/service'

const SHOWN = SHOWN_COLUMNS.map((column) => `placed.${column}`).join(', ')

/** The work that a pass would find. */
export interface PassDue {
  /** An order waits for a head that holds its acceptance. */
  acceptances: boolean
  /** An order waits for its entry tick. */
  entries: boolean
  /** An order can be closed. */
  settlements: boolean
}

export async function readPassDue(database: Queryable): Promise<PassDue> {
  const due = await database.first<PassDue>('select acceptances, entries, settlements from pass_due()')
  return present(due, 'a function answers one row')
}

/** Opens pending orders that have an entry tick. */
export const enterOrders = (database: Queryable, limit: number, nowMs: number) =>
  database.query<ShownOrder>(`select ${SHOWN} from enter_orders($1, $2) placed`, [limit, nowMs])

/** Closes orders that are due: by the ticks that the tree head covers, or by signed prices. */
export const settleOrders = (database: Queryable, limit: number, closedAtMs: number, headNumber: number) =>
  database.query<ShownOrder>(
    `select ${SHOWN} from settle_orders($1, $2, $3) placed
      union all select ${SHOWN} from settle_signed_orders($1, $2, $3) placed`,
    [limit, closedAtMs, headNumber],
  )

/**
 * The lowest watermark of the products with orders that wait for it: pending ones, and open ones that end by `untilMs`.
 * Undefined without such orders. Those that run for longer are many, and this is asked once a second.
 */
export async function oldestWatermark(database: Queryable, untilMs: number): Promise<number | undefined> {
  const row = await database.first<{ through_ms: bigint | null }>(
    `select min(head.through_ms) as through_ms from tick_head head
      where head.product_id in (select product_id from trade_order where status = order_pending()
                                union
                                select product_id from trade_order where status = order_open() and expires_at_ms <= $1)`,
    [untilMs],
  )
  const through = row?.through_ms
  return through === null || through === undefined ? undefined : Number(through)
}

/**
 * Closes the log up to `throughMs` for good: a tick for an earlier time is refused. It stays at least `agoMs` behind
 * the time of the database, which all nodes share: a fast clock would close the log to prices that are still to come.
 * `aheadMs` is how far the clock was set ahead on purpose.
 */
export async function advanceWatermarks(
  database: Queryable,
  { throughMs, agoMs, aheadMs }: { throughMs: number; agoMs: number; aheadMs: number },
): Promise<void> {
  // In id order, as append_ticks locks them.
  await database.query(
    `with bound as materialized (
       select least($1::bigint, floor(extract(epoch from clock_timestamp()) * 1000)::bigint + $3 - $2) as through_ms),
     due as (
       select head.product_id from tick_head head, bound where head.through_ms < bound.through_ms
        order by head.product_id for no key update of head)
     update tick_head head set through_ms = bound.through_ms from due, bound
      where head.product_id = due.product_id and head.through_ms < bound.through_ms`,
    [throughMs, agoMs, aheadMs],
  )
}

/** An order that was due and could not be booked. */
export interface SetAsideOrder {
  number: bigint
  reason: string
  tries: number
}

/** Releases the orders that are due for another try, and returns all that are set aside: the oldest, at most 100. */
export async function retrySetAside(database: Queryable, nowMs: number): Promise<SetAsideOrder[]> {
  await database.query('update order_set_aside set waiting = false where waiting and retry_at_ms <= $1', [nowMs])
  return database.query<SetAsideOrder>(
    'select order_number as number, reason, tries from order_set_aside order by since_ms, order_number limit 100',
  )
}

/**
 * The start of the longest wait of any order: since its end for its result, or since the time-out for its entry. Those
 * that are set aside are left out.
 */
export async function oldestOverdue(database: Queryable, nowMs: number): Promise<number | undefined> {
  const row = await database.first<{ at_ms: bigint | null }>(
    `select min(at_ms) as at_ms from (
       select number, expires_at_ms as at_ms from trade_order where status = order_open() and expires_at_ms < $1
       union all
       select number, accepted_at_ms + entry_timeout_ms from trade_order
        where status = order_pending() and accepted_at_ms < $1 and accepted_at_ms + entry_timeout_ms < $1
     ) as placed
      where not exists (select from order_set_aside aside where aside.order_number = placed.number)`,
    [nowMs],
  )
  const at = row?.at_ms
  return at === null || at === undefined ? undefined : Number(at)
}

/** How far order events have been delivered. */
export interface EventCursor {
  /** Next leaf in the log of settlements. */
  leaf: bigint
  /** Orders with an entry tick at or before this have been delivered. */
  enteredMs: bigint
}

/** How far back openings are read again: an order opens a moment after its entry tick. */
const OPENED_OVERLAP_MS = 10_000

/** The position after everything that has happened so far. */
export async function eventCursor(database: Queryable): Promise<EventCursor> {
  const row = await database.first<{ leaf: bigint; entered_ms: bigint }>(
    `select size as leaf, (select coalesce(max(through_ms), 0) from tick_head) as entered_ms from settlement_log`,
  )
  return { leaf: row?.leaf ?? 0n, enteredMs: row?.entered_ms ?? 0n }
}

/** Orders of these users that opened or closed after `cursor`, at most `limit` closings; openings may come again. */
export async function readOrderEvents(
  database: Queryable,
  userIds: readonly bigint[],
  cursor: EventCursor,
  limit: number,
): Promise<{ rows: ShownOrder[]; next: EventCursor }> {
  const now = await eventCursor(database)
  const upTo = now.leaf - cursor.leaf > BigInt(limit) ? cursor.leaf + BigInt(limit) : now.leaf
  const rows = await database.query<ShownOrder>(
    `select ${SHOWN} from trade_order placed
      where placed.user_id = any ($1::bigint[]) and placed.status = order_open() and placed.entry_at_ms > $2
     union all
     select ${SHOWN} from settlement join trade_order placed on placed.number = settlement.order_number
      where settlement.leaf >= $3 and settlement.leaf < $4 and placed.user_id = any ($1::bigint[])`,
    [userIds, cursor.enteredMs - BigInt(OPENED_OVERLAP_MS), cursor.leaf, upTo],
  )
  return { rows, next: { leaf: upTo, enteredMs: now.enteredMs } }
}
