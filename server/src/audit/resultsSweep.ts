import type { ClosedOrder } from '../archive/checkRecords'
import type { Queryable } from '../database/database'
import { holdsSweep } from '../ledger/bookSweeps'
import { byIdsOf, FINDINGS_MAX, type Finding, type Sweep } from '../ledger/sweep'
import { auditAnchorsSweep } from './auditAnchors'
import { type ArchivedTicks, differsFromTicks } from './decideAgain'
import { endingsSweep, feedsSweep } from './figureSweeps'

const rowDiffers = (table: string, id: bigint): Finding => ({ kind: 'row_differs', table, id })
const orderDiffers = ({ number }: { number: bigint }): Finding => rowDiffers('trade_order', number)

/**
 * Orders of the leaves [from, to) whose result is not what the tick log gives by the terms in the order, or whose line in the
 * settlement log says something else. Won, lost, tied and void alike, and in SQL alone: it shares no code with what
 * settles, proves or checks. Rule: PRODUCT.md 10.3.
 */
async function findWrongResults(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ number: bigint }>(
    `select o.number
       from settlement s
       join trade_order o on o.number = s.order_number
       join product p on p.id = o.product_id
       left join lateral (
         select k.sequence, k.at_ms, k.price from tick k
          where k.product_id = o.product_id and k.at_ms > o.accepted_at_ms
            and k.at_ms <= o.accepted_at_ms + o.entry_timeout_ms
          order by k.at_ms, k.sequence limit 1) entry on true
       left join lateral (
         select k.sequence, k.at_ms, k.price from tick k
          where k.product_id = o.product_id
            and k.at_ms between entry.at_ms and entry.at_ms + o.duration_seconds * 1000::bigint
          order by k.at_ms desc, k.sequence desc limit 1) exit on true
       cross join lateral (
         select case when entry.sequence is null then 1 when exit.sequence <= entry.sequence then 2
                     when entry.at_ms + o.duration_seconds * 1000::bigint - exit.at_ms > o.stale_after_ms then 3 end
                  as void_reason) v
       cross join lateral (
         select case when v.void_reason is not null then 6
                     else 4 - sign(exit.price - entry.price) * o.direction end as outcome) r
       left join lateral (
         select max(a.to_ms) as to_ms from tick_archive a where a.product_id = o.product_id) archive on true
      where s.leaf >= $1 and s.leaf < $2
        and (s.entry is distinct from settlement_entry(o, p)
          or o.profit_loss is distinct from case o.status when 3 then o.payout - o.stake when 4 then -o.stake else 0 end
          or (o.accepted_at_ms > coalesce(archive.to_ms, -1)
            and ((o.entry_sequence, o.entry_price, o.exit_sequence, o.exit_price, o.void_reason)
                   is distinct from (entry.sequence, entry.price, exit.sequence, exit.price, v.void_reason::smallint)
              -- 3 won, 4 a tie, 5 lost, 6 void.
              or r.outcome is distinct from case o.status when 4 then 5 when 5 then 4 else o.status end)))
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map(orderDiffers)
}

/** Lines of the settlement log that are gone, and lines whose order is neither in the database nor in the archive. */
async function findLostLines(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const gone = await database.query<{ leaf: bigint }>(
    `select leaf from generate_series($1::bigint, $2::bigint - 1) leaf
      where not exists (select from settlement s where s.leaf = leaf.leaf) limit ${FINDINGS_MAX}`,
    [from, to],
  )
  const orphans = await database.query<{ number: bigint }>(
    `select s.order_number as number from settlement s
      where s.leaf >= $1 and s.leaf < $2 and not exists (select from trade_order o where o.number = s.order_number)
        and not exists (select from record_archive r where r.parent = 'trade_order'
                          and r.first_key <= split_part(s.entry, '|', 3) and r.last_key >= split_part(s.entry, '|', 3))
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return [...gone.map(({ leaf }) => rowDiffers('settlement', leaf)), ...orphans.map(orderDiffers)]
}

/** Orders of the database that are older than the newest archived tick of their product. */
async function ordersOfArchivedTicks(database: Queryable, from: bigint, to: bigint): Promise<ClosedOrder[]> {
  return database.query<ClosedOrder & Record<string, unknown>>(
    `select o.* from settlement s join trade_order o on o.number = s.order_number
      where s.leaf >= $1 and s.leaf < $2
        and o.accepted_at_ms <= (select max(a.to_ms) from tick_archive a where a.product_id = o.product_id)`,
    [from, to],
  )
}

/** Each line of the settlement log: its order is there, is what the line says, and was decided by the rule. */
export const createResultsSweep = (ticks?: ArchivedTicks): Sweep => ({
  name: 'results',
  perSlice: 5_000,
  grows: true,
  async last(database) {
    return (await database.query<{ size: bigint }>('select size from settlement_log'))[0]?.size ?? 0n
  },
  async next(database, from, rows) {
    const last = await this.last(database)
    const to = from + BigInt(rows)
    return from >= last ? undefined : to < last ? to : last
  },
  async find(database, from, to) {
    const old = ticks ? await ordersOfArchivedTicks(database, from, to) : []
    return [
      ...(await findWrongResults(database, from, to)),
      ...(await findLostLines(database, from, to)),
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
      `select o.number
         from trade_order o join product p on p.id = o.product_id
         left join accepted_order a on a.order_number = o.number
        where o.number > $1 and o.number <= $2
          and (a.entry <> order_entry(o, p)
            -- Orders from before the orders log are in none.
            or (a.entry is null and o.status > order_pending() and o.number > (select min(order_number) from accepted_order))
            or (o.status > order_open() and not exists (select from settlement s where s.order_number = o.number)))
        limit ${FINDINGS_MAX}`,
      [from, to],
    )
    return rows.map(orderDiffers)
  },
}

/** All that needs no archive. */
export const SWEEPS_OF_DATABASE: readonly Sweep[] = [
  createResultsSweep(),
  ordersSweep,
  holdsSweep,
  feedsSweep,
  auditAnchorsSweep,
  endingsSweep,
]
