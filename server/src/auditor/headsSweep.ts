import type { Queryable } from '../database/database'
import { byIdsOf, FINDINGS_MAX, type Finding, type Sweep } from './sweep'

/** Ticks before a slice in which the newest one of a source is looked up. */
const LOOK_BACK = 5_000

/** Heads of the slice, each with the one before it. */
const PAIRS = `pair as (
  select head.*, earlier.at_ms as earlier_at_ms, earlier.sizes as earlier_sizes, earlier.throughs as earlier_throughs,
         earlier.logs as earlier_logs
    from tree_head head left join tree_head earlier on earlier.number = head.number - 1
   where head.number > $1 and head.number <= $2
)`

/** Heads whose time does not rise, or in which a log is shorter, or complete up to an earlier time, than in the head before. */
async function findWrongHeads(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ number: bigint }>(
    `with ${PAIRS}
     select pair.number from pair
      where pair.at_ms <= pair.earlier_at_ms
         or exists (select from jsonb_each_text(pair.earlier_sizes) earlier
                     where coalesce((pair.sizes ->> earlier.key)::bigint, -1) < earlier.value::bigint)
         or exists (select from jsonb_each_text(pair.earlier_throughs) earlier
                     where coalesce((pair.throughs ->> earlier.key)::bigint, -1) < earlier.value::bigint)
         or exists (select from jsonb_each(pair.earlier_logs) earlier
                     where coalesce((pair.logs #>> array[earlier.key, 'size'])::bigint, -1)
                             < (earlier.value ->> 'size')::bigint)
      order by pair.number limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map(({ number }) => ({ kind: 'row_differs', table: 'tree_head', id: number }))
}

/** The ticks that the heads of the slice added: as the receipts of anybody's orders would be made of them. */
async function findWrongTicks(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ symbol: string; sequence: bigint }>(
    `with ${PAIRS}, step as (
       select product.id, product.symbol, size.value::bigint as size,
              coalesce((pair.earlier_sizes ->> size.key)::bigint, 0) as earlier_size,
              coalesce((pair.earlier_throughs ->> size.key)::bigint, 0) as earlier_through
         from pair cross join lateral jsonb_each_text(pair.sizes) size join product on product.symbol = size.key
        -- Without the head before it nothing says which ticks a head added.
        where pair.earlier_sizes is not null or pair.number = 1
     ), span as (
       select id, symbol, min(earlier_size) as first, max(size) as last from step group by id, symbol
     ), added as materialized (
       select span.id, span.symbol, span.first, tick.sequence, tick.at_ms, tick.source, tick.instrument,
              tick.source_at_ms, tick.trade
         from span cross join lateral (
           select * from tick where product_id = span.id and sequence >= span.first and sequence <= span.last
            -- The limit makes each product's be looked up: a join may read all ticks for each slice.
            order by sequence limit greatest(0, span.last - span.first + 1)) tick
     ), given as (
       select distinct id, symbol, first, source, instrument from added
     ), shown as (
       select id, symbol, first, sequence, at_ms, source, instrument, source_at_ms, trade from added
       union all
       -- The one before of each source: one lookup each, which ends at the first tick of the source.
       select given.id, given.symbol, given.first, earlier.sequence, earlier.at_ms, given.source, given.instrument,
              earlier.source_at_ms, earlier.trade
         from given cross join lateral (
           select recent.sequence, recent.at_ms, recent.source_at_ms, recent.trade
             from (select * from tick where product_id = given.id and sequence < given.first
                    order by sequence desc limit ${LOOK_BACK}) recent
            where recent.source = given.source and recent.instrument = given.instrument
            order by recent.sequence desc limit 1) earlier
     ), compared as (
       select shown.*, lag(shown.sequence) over logged as earlier_sequence, lag(shown.at_ms) over logged as earlier_at_ms,
              max(shown.source_at_ms) over told as earlier_source_at_ms, max(shown.trade) over told as earlier_trade
         from shown
       window logged as (partition by shown.id order by shown.sequence),
              told as (partition by shown.id, shown.source, shown.instrument order by shown.sequence
                       rows between unbounded preceding and 1 preceding)
     )
     select compared.symbol, compared.sequence from compared
      where compared.sequence > compared.first
        and (compared.at_ms < compared.earlier_at_ms
          or compared.source_at_ms < compared.earlier_source_at_ms
          or compared.trade <= compared.earlier_trade
          -- Archived ticks were looked at when they were new: the first that is left has none before it.
          or compared.earlier_sequence < compared.sequence - 1)
     union
     -- The first tick that a head does not hold is later than the time up to which that head called the log complete. Times rise,
     -- so those after it are, too.
     select step.symbol, next.sequence
       from step cross join lateral (
         select tick.sequence, tick.at_ms from tick
          where tick.product_id = step.id and tick.sequence = step.earlier_size + 1 limit 1) next
      where step.size > step.earlier_size and next.at_ms <= step.earlier_through
      order by symbol, sequence limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map(({ symbol, sequence }) => ({ kind: 'row_differs', table: `tick of ${symbol}`, id: sequence }))
}

/**
 * Each head, and the ticks that it added, continue the one before. Heads' times rise; no log gets shorter or is
 * complete up to an earlier time. Ticks' times do not fall with the sequence, and no tick is older than a time that a
 * head called complete. Each source's times and trade numbers rise. What decides a result again takes this for granted;
 * an id is a head's number.
 */
export const headsSweep: Sweep = {
  name: 'heads',
  perSlice: 50,
  grows: true,
  ...byIdsOf('tree_head', 'number'),
  async find(database, from, to) {
    return [...(await findWrongHeads(database, from, to)), ...(await findWrongTicks(database, from, to))]
  },
}
