-- Gives pending orders their entry tick: the first after acceptance. Ticks of a product are appended in the order of
-- time, so the first one found stays the first. Only orders that a head held before the second of their entry: nobody can add an order
-- to a moment that has passed. Returns the orders that opened.
-- PL/pgSQL keeps its plan, and this is asked ten times a second.
create or replace function enter_orders(p_limit int, p_now_ms bigint default null) returns setof trade_order
language plpgsql as $$
declare
  v_number bigint[];
  v_id uuid[];
  v_sequence bigint[];
  v_at_ms bigint[];
  v_price numeric[];
begin
  with due as materialized (
    select placed.number, placed.id, placed.product_id, placed.accepted_at_ms, placed.entry_timeout_ms
      from trade_order placed
      join tick_head head on head.product_id = placed.product_id
      join accepted_order accepted on accepted.order_number = placed.number
     where placed.status = order_pending() and not is_signed(placed.source) and head.at_ms > placed.accepted_at_ms
       and not is_logged_late(accepted.head_number, placed.accepted_at_ms)
       and not exists (select from order_set_aside aside where aside.order_number = placed.number and aside.waiting)
     order by placed.accepted_at_ms, placed.number limit p_limit
       for update of placed skip locked
  )
  select array_agg(due.number), array_agg(due.id), array_agg(first.sequence), array_agg(first.at_ms),
         array_agg(first.price)
    into v_number, v_id, v_sequence, v_at_ms, v_price
    from due
    cross join lateral (
      select tick.sequence, tick.at_ms, tick.price from tick
       where tick.product_id = due.product_id and tick.at_ms > due.accepted_at_ms
         and tick.at_ms <= due.accepted_at_ms + due.entry_timeout_ms
       order by tick.at_ms, tick.sequence limit 1
    ) first;
  if v_number is not null then
    return query
      select * from enter_or_set_aside(v_number, v_id, v_sequence, v_at_ms, v_price,
                                       coalesce(p_now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint));
  end if;
  return query
    select * from enter_signed_orders(p_limit, coalesce(p_now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint));
end $$;
