import type { Queryable } from '../database/database'
import { FINDINGS_MAX, type Finding, type Sweep } from '../ledger/auditor'

/**
 * Closed orders of the number range (from, to] whose result is not what the tick log gives by the terms in the order, or
 * whose line in the settlement log is missing or says something else. Won, lost, tied and void alike, and in SQL alone: it
 * shares no code with what settles, proves or checks. An order whose ticks were moved to the archive, long after it was
 * decided again here, is checked for its stake and its line. Rule: PRODUCT.md 10.3.
 */
async function findWrongResults(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ number: bigint }>(
    `select o.number
       from trade_order o
       join product p on p.id = o.product_id
       left join settlement s on s.order_number = o.number
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
      where o.number > $1 and o.number <= $2 and o.status > 2
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
  return rows.map(({ number }) => ({ kind: 'row_differs', table: 'trade_order', id: number }))
}

/** Every result again, from the ticks. */
export const resultsSweep: Sweep = {
  perBatch: 5_000n,
  async last(database) {
    const rows = await database.query<{ number: bigint | null }>('select max(number) as number from trade_order')
    return rows[0]?.number ?? 0n
  },
  find: findWrongResults,
}
