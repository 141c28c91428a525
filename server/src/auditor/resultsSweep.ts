import type { Queryable } from '../database/database'
import { tickArchiveSweep } from './archiveSweeps'
import { auditAnchorsSweep } from './auditAnchors'
import { holdsSweep } from './bookSweeps'
import type { ClosedOrder } from './closedOrder'
import { type ArchivedTicks, differsFromTicks } from './decideAgain'
import { createEndingsSweep, feedsSweep } from './figureSweeps'
import { headsSweep } from './headsSweep'
import { resultMapSweep } from './resultMapSweep'
import { byIdsOf, byLinesOfSettlementLog, FINDINGS_MAX, type Finding, type Sweep } from './sweep'

const rowDiffers = (table: string, id: bigint): Finding => ({ kind: 'row_differs', table, id })
const orderDiffers = ({ number }: { number: bigint }): Finding => rowDiffers('trade_order', number)

/**
 * Orders of the leaves [from, to) whose result differs from the one that the tick log and the order's terms give, or
 * from their entry or leaf in the settlement log. Won, lost, tied and void alike, and in SQL alone: it shares no code
 * with what settles, proves or checks. Rule: PRODUCT.md 10.3.
 */
async function findWrongResults(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ number: bigint }>(
    `select placed.number
       from settlement
       -- The limits make each be looked up by its number: a join may read all orders for each slice, or all products for each order.
       cross join lateral (
         select placed.*, product.symbol, settlement_entry(placed, product) as line
           from trade_order placed
          cross join lateral (select * from product where product.id = placed.product_id limit 1) product
          where placed.number = settlement.order_number limit 2) placed
       left join lateral (
         select (head.sizes ->> placed.symbol)::bigint as size from tree_head head
          where head.number = placed.head_number limit 1) fixed on true
       cross join lateral (
         select coalesce((select is_logged_late(accepted.head_number, placed.accepted_at_ms) from accepted_order accepted
                           where accepted.order_number = placed.number), false) as logged_late) logged
       -- By their places in the log, never by time: what is appended later, dated back, is no part of what was decided before.
       left join lateral (
         select tick.sequence, tick.at_ms, tick.price from tick
          where tick.product_id = placed.product_id and tick.sequence = placed.entry_sequence
            and abs(tick.at_ms - tick.source_at_ms) <= placed.source_lag_ms
            and tick.at_ms > placed.accepted_at_ms and tick.at_ms <= placed.accepted_at_ms + placed.entry_timeout_ms
          limit 1) entry on true
       left join lateral (
         select tick.sequence, tick.at_ms, tick.price from tick
          where tick.product_id = placed.product_id and tick.sequence = placed.exit_sequence
            and abs(tick.at_ms - tick.source_at_ms) <= placed.source_lag_ms
            and tick.at_ms between entry.at_ms and entry.at_ms + placed.duration_seconds * 1000::bigint
          limit 1) exit on true
       -- The neighbours show that the entry is the first after the acceptance and the exit the last up to the end, under the head
       -- of the settlement. That times rise with the sequence is for the sweep of heads to say.
       cross join lateral (
         select case when placed.entry_sequence is null
                then not logged.logged_late and exists (select from tick
                              where tick.product_id = placed.product_id and tick.at_ms > placed.accepted_at_ms
                                and tick.at_ms <= placed.accepted_at_ms + placed.entry_timeout_ms
                                and tick.sequence <= coalesce(fixed.size, tick.sequence))
                else exit.sequence is null or exit.sequence > fixed.size
                  or exists (select from tick
                              where tick.product_id = placed.product_id and tick.sequence = placed.entry_sequence - 1
                                and tick.at_ms > placed.accepted_at_ms)
                  or exists (select from tick
                              where tick.product_id = placed.product_id and tick.sequence = placed.exit_sequence + 1
                                and tick.sequence <= fixed.size and tick.at_ms > placed.accepted_at_ms
                                and tick.at_ms <= entry.at_ms + placed.duration_seconds * 1000::bigint) end as others) missed
       cross join lateral (
         select case when logged.logged_late then void_logged_late()
                     when entry.sequence is null then void_no_entry_tick()
                     when exit.sequence <= entry.sequence then void_too_few_ticks()
                     when entry.at_ms + placed.duration_seconds * 1000::bigint - exit.at_ms > placed.stale_after_ms
                       then void_stale_at_expiry() end as void_reason) voided
       cross join lateral (
         select case when voided.void_reason is not null then order_void()
                     when exit.price = entry.price then order_tie()
                     when placed.direction = direction_up() and exit.price > entry.price
                       or placed.direction = direction_down() and exit.price < entry.price then order_won()
                     when placed.direction in (direction_up(), direction_down()) then order_lost() end as outcome) rule
       left join (select product_id, max(to_ms) as to_ms from tick_archive group by product_id) archive
         on archive.product_id = placed.product_id
      where settlement.leaf >= $1 and settlement.leaf < $2
        and (settlement.entry is distinct from placed.line
          or not exists (select from result_leaf known cross join lateral result_place(settlement.entry, placed.id_turn) place
                          where known.leaf = settlement.leaf
                            and (known.minute, known.key, known.hash) = (place.minute, place.key, place.hash))
          or placed.profit_loss is distinct from case placed.status
               when order_won() then placed.payout - placed.stake when order_lost() then -placed.stake else 0 end
          -- Rule 4 is decided by signatures: signedResultsSweep.ts.
          or (placed.accepted_at_ms > coalesce(archive.to_ms, -1) and not is_signed(placed.source)
            and (missed.others
              -- A head that is not there is none.
              or fixed.size is null
              or (placed.entry_sequence, placed.entry_price, placed.exit_sequence, placed.exit_price,
                  placed.void_reason, placed.status)
                   is distinct from (entry.sequence, entry.price, exit.sequence, exit.price,
                  voided.void_reason, rule.outcome))))
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map(orderDiffers)
}

/** Lines of the settlement log that are gone, second ones of an order, and lines without their order. */
async function findLostLines(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const gone = await database.query<{ leaf: bigint }>(
    `select leaf from generate_series($1::bigint, $2::bigint - 1) leaf
      where not exists (select from settlement
                         where settlement.leaf = leaf.leaf and settlement.leaf >= $1 and settlement.leaf < $2)
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  const orphans = await database.query<{ number: bigint }>(
    `select settlement.order_number as number from settlement
      where settlement.leaf >= $1 and settlement.leaf < $2
        and (select number from trade_order where number = settlement.order_number limit 1) is null
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  const again = await database.query<{ leaf: bigint }>(
    `select settlement.leaf from settlement
       left join lateral (select minute, key from result_leaf where leaf = settlement.leaf limit 1) own on true
      where settlement.leaf >= $1 and settlement.leaf < $2
        -- The limits make each be looked up, as above.
        and ((select other.leaf from settlement other
               where other.order_number = settlement.order_number and other.leaf < settlement.leaf limit 1) is not null
          or (select other.leaf from result_leaf other
               where other.minute = own.minute and other.key = own.key and other.leaf < settlement.leaf limit 1) is not null)
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  const wrong = [...gone, ...again].map(({ leaf }) => rowDiffers('settlement', leaf))
  return [...wrong, ...orphans.map(orderDiffers)]
}

/** Orders of the database that are older than the newest archived tick of their product. */
async function ordersOfArchivedTicks(database: Queryable, from: bigint, to: bigint): Promise<ClosedOrder[]> {
  return database.query<ClosedOrder>(
    `select placed.*, logged.logged_late from settlement
       cross join lateral (select * from trade_order where number = settlement.order_number limit 2) placed
       cross join lateral (
         select coalesce((select is_logged_late(accepted.head_number, placed.accepted_at_ms) from accepted_order accepted
                           where accepted.order_number = placed.number), false) as logged_late) logged
       join (select product_id, max(to_ms) as to_ms from tick_archive group by product_id) archive
         on archive.product_id = placed.product_id
      where settlement.leaf >= $1 and settlement.leaf < $2 and placed.accepted_at_ms <= archive.to_ms
        and not is_signed(placed.source)`,
    [from, to],
  )
}

/** Void orders whose product was silent at their end, without that stop in the log of feeds. */
async function findUnnotedStops(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ number: bigint }>(
    `select placed.number
       from settlement
       cross join lateral (select * from trade_order where number = settlement.order_number limit 2) placed
       join product on product.id = placed.product_id
       cross join lateral (
         select case when placed.exit_at_ms is not null then placed.exit_at_ms
                else (select tick.at_ms from tick
                       where tick.product_id = placed.product_id and tick.at_ms <= placed.accepted_at_ms
                       order by tick.at_ms desc limit 1) end as at_ms) last
      where settlement.leaf >= $1 and settlement.leaf < $2 and placed.status = order_void() and not is_signed(placed.source)
        and placed.void_reason <> void_logged_late()
        and coalesce(placed.expires_at_ms, placed.accepted_at_ms + placed.entry_timeout_ms) - last.at_ms > placed.stale_after_ms
        and not exists (select from feed_event stop
                         where stop.kind = 'stopped' and stop.symbol = product.symbol
                           and feed_field(stop.entry, 'stopped', 'last_at') = last.at_ms::text)
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map(orderDiffers)
}

/**
 * Each line of the settlement log: its order is there, is what the line says, and was decided by the rule; if it is void because
 * prices were silent, the log of feeds says so.
 */
export const createResultsSweep = (ticks?: ArchivedTicks): Sweep => ({
  name: 'results',
  perSlice: 5_000,
  grows: true,
  ...byLinesOfSettlementLog,
  async find(database, from, to) {
    const old = ticks ? await ordersOfArchivedTicks(database, from, to) : []
    return [
      ...(await findWrongResults(database, from, to)),
      ...(await findLostLines(database, from, to)),
      ...(await findUnnotedStops(database, from, to)),
      ...(ticks ? await differsFromTicks(database, ticks, old) : []),
    ]
  },
})

/** Each order of the database is what its acceptance says in the orders log, and a closed one has its line in the settlement log. */
export const ordersSweep: Sweep = {
  name: 'orders',
  perSlice: 5_000,
  grows: true,
  ...byIdsOf('trade_order', 'number'),
  async find(database, from, to) {
    const rows = await database.query<{ number: bigint }>(
      `select placed.number
         from trade_order placed join product on product.id = placed.product_id
         -- The bounds say what is known: without them both are read from their beginning for each slice.
         left join accepted_order accepted
           on accepted.order_number = placed.number and accepted.order_number > $1 and accepted.order_number <= $2
         left join settlement line
           on line.order_number = placed.number and line.order_number > $1 and line.order_number <= $2
        where placed.number > $1 and placed.number <= $2
          and (accepted.entry <> order_entry(placed, product)
            or (accepted.entry is null and placed.status > order_pending())
            or (placed.status > order_open() and line.order_number is null))
        limit ${FINDINGS_MAX}`,
      [from, to],
    )
    return rows.map(orderDiffers)
  },
}

/** All that the database is enough for. With `ticks`, orders that are older than those in it are decided again, too. */
export const sweepsOfDatabase = (ticks?: ArchivedTicks): readonly Sweep[] => [
  createResultsSweep(ticks),
  ordersSweep,
  headsSweep,
  holdsSweep,
  feedsSweep,
  auditAnchorsSweep,
  tickArchiveSweep,
  createEndingsSweep(),
  resultMapSweep,
]
