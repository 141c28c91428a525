-- Gives pending orders under rule 4 their entry: the signed update for the first whole second after acceptance, if it came within the
-- time for an entry. Only orders that a head held in time, as in `enter_orders`. Returns the orders that opened.
create or replace function enter_signed_orders(p_limit int, p_now_ms bigint) returns setof trade_order
language plpgsql as $$
declare
  v_number bigint[];
  v_id uuid[];
  v_at_ms bigint[];
  v_price numeric[];
  v_update bytea[];
begin
  with due as materialized (
    select placed.number, placed.id, says.publish_at * 1000 as at_ms, says.price, found.proof
      from trade_order placed
      join accepted_order accepted on accepted.order_number = placed.number
      cross join lateral (select update_for(placed, entry_second(placed.accepted_at_ms)) as proof offset 0) found
      cross join lateral read_update(found.proof) says
     where placed.status = order_pending() and is_signed(placed.source) and found.proof is not null
       and not is_logged_late(accepted.head_number, placed.accepted_at_ms)
       and says.publish_at - entry_second(placed.accepted_at_ms) <= placed.entry_timeout_ms / 1000
       and not exists (select from order_set_aside aside where aside.order_number = placed.number and aside.waiting)
     order by placed.accepted_at_ms, placed.number limit p_limit
       for update of placed skip locked
  )
  select array_agg(due.number), array_agg(due.id), array_agg(due.at_ms), array_agg(due.price), array_agg(due.proof)
    into v_number, v_id, v_at_ms, v_price, v_update
    from due;
  if v_number is not null then
    return query select * from enter_or_set_aside(v_number, v_id, array_fill(null::bigint, array[cardinality(v_number)]),
                                                  v_at_ms, v_price, p_now_ms, v_update);
  end if;
end $$;
