-- Books the end of orders as `close_orders` does. Where one of them cannot be booked, it is found by halves and set aside,
-- and the others are closed. What is not about a row (a lock, a lost connection, a full disk) fails as a whole.
create or replace function close_or_set_aside(
  p_number bigint[], p_id uuid[], p_status smallint[], p_exit_sequence bigint[], p_exit_at_ms bigint[],
  p_exit_price numeric[], p_void_reason smallint[], p_closed_at_ms bigint, p_head bigint
) returns setof trade_order language plpgsql as $$
declare
  v_count int := cardinality(p_number);
  v_half int := v_count / 2;
begin
  delete from order_set_aside where order_number = any (p_number);
  return query
    select * from close_orders(p_number, p_id, p_status, p_exit_sequence, p_exit_at_ms, p_exit_price, p_void_reason,
                               p_closed_at_ms, p_head);
exception when others then
  if not is_about_row(sqlstate) then
    raise;
  end if;
  if v_count = 1 then
    perform set_order_aside(p_number[1], sqlstate || ' ' || sqlerrm, p_closed_at_ms);
    return;
  end if;
  return query
    select * from close_or_set_aside(p_number[:v_half], p_id[:v_half], p_status[:v_half], p_exit_sequence[:v_half],
                                     p_exit_at_ms[:v_half], p_exit_price[:v_half], p_void_reason[:v_half],
                                     p_closed_at_ms, p_head)
    union all
    select * from close_or_set_aside(p_number[v_half + 1:], p_id[v_half + 1:], p_status[v_half + 1:],
                                     p_exit_sequence[v_half + 1:], p_exit_at_ms[v_half + 1:], p_exit_price[v_half + 1:],
                                     p_void_reason[v_half + 1:], p_closed_at_ms, p_head);
end $$;
