-- Books the end of orders as `close_orders` does. If one of them cannot be booked, it is found by halves and set aside,
-- and the others are closed. What is not about a row (a lock, a lost connection, a full disk) fails as a whole.
create or replace function close_or_set_aside(p_ends order_end[], p_closed_at_ms bigint, p_head bigint)
returns setof trade_order language plpgsql as $$
declare
  v_count int := cardinality(p_ends);
  v_half int := v_count / 2;
begin
  delete from order_set_aside where order_number in (select number from unnest(p_ends));
  return query select * from close_orders(p_ends, p_closed_at_ms, p_head);
exception when others then
  if not is_about_row(sqlstate) then
    raise;
  end if;
  if v_count = 1 then
    perform set_order_aside(p_ends[1].number, sqlstate || ' ' || sqlerrm, p_closed_at_ms);
    return;
  end if;
  return query
    select * from close_or_set_aside(p_ends[:v_half], p_closed_at_ms, p_head)
    union all
    select * from close_or_set_aside(p_ends[v_half + 1:], p_closed_at_ms, p_head);
end $$;
