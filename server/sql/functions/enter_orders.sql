-- Gives pending orders their entry tick: the first after acceptance. Ticks of a product are appended in the order of
-- time, so the first one found stays the first. Only orders whose acceptance a head holds: nobody can add an order to a
-- moment that has passed. Answers the orders that opened.
-- PL/pgSQL keeps its plan, and this is asked ten times a second.
create or replace function enter_orders(p_limit int) returns setof trade_order language plpgsql as $$
begin
  return query with due as materialized (
    select placed.number, placed.id, placed.product_id, placed.accepted_at_ms, placed.duration_seconds,
           placed.entry_timeout_ms
      from trade_order placed
      join tick_head head on head.product_id = placed.product_id
      join accepted_order accepted on accepted.order_number = placed.number
     where placed.status = order_pending() and head.at_ms > placed.accepted_at_ms
     order by placed.accepted_at_ms, placed.number limit p_limit
       for update of placed skip locked
  ), entry as materialized (
    select due.number, due.id, due.duration_seconds, first.sequence, first.at_ms, first.price
      from due
      cross join lateral (
        select tick.sequence, tick.at_ms, tick.price from tick
         where tick.product_id = due.product_id and tick.at_ms > due.accepted_at_ms
           and tick.at_ms <= due.accepted_at_ms + due.entry_timeout_ms
         order by tick.at_ms, tick.sequence limit 1
      ) first
  )
  update trade_order placed
     set status = order_open(), version = placed.version + 1, entry_sequence = entry.sequence, entry_at_ms = entry.at_ms,
         entry_price = entry.price, expires_at_ms = entry.at_ms + entry.duration_seconds * 1000::bigint
    from entry where placed.id = entry.id and placed.number = entry.number
  returning placed.*;
end $$;
