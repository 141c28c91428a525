-- Takes accepted orders that no head holds yet up into the orders log, under the head that is being made: its maker holds
-- the lock of heads. Returns the size of the log.
create or replace function log_orders(p_head bigint, p_now_ms bigint default null) returns bigint language plpgsql as $$
declare
  v_size bigint;
  v_number bigint[];
  v_id uuid[];
begin
  select coalesce(max(leaf) + 1, 0) into v_size from accepted_order;
  select array_agg(placed.number order by placed.number), array_agg(placed.id order by placed.number) into v_number, v_id
    from trade_order placed
   where placed.status = order_pending()
     and not exists (select from accepted_order known where known.order_number = placed.number)
     and not exists (select from order_set_aside aside where aside.order_number = placed.number and aside.waiting);
  if v_number is null then
    return v_size;
  end if;
  return log_or_set_aside(v_number, v_id, v_size, p_head,
                          coalesce(p_now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint));
end $$;
