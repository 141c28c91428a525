-- Closes what is due: open orders whose expiry the log has passed, at the last tick by expiry; pending ones whose time
-- for an entry has passed. By the terms in the order alone, and only when the head `p_head` was signed with the log complete
-- through the end of the order, and a head holds its acceptance. However late that is,
-- the same prices decide. Any number of workers may call it at once. Returns the orders it closed.
create or replace function settle_orders(p_limit int, p_closed_at_ms bigint, p_head bigint) returns setof trade_order
language plpgsql as $$
declare
  v_ends order_end[];
  v_throughs jsonb;
  v_closed_at_ms bigint;
begin
  -- The clock of this node may be behind that of the node which made the head.
  select throughs, greatest(p_closed_at_ms, at_ms) into strict v_throughs, v_closed_at_ms
    from tree_head where tree_head.number = p_head;
  -- One batch after the other; one that waits here for another holds nothing yet.
  perform 1 from ledger_account where kind = account_trading() and user_id is null for no key update;
  with due as materialized (
    select placed.number, placed.id, placed.product_id, placed.direction, placed.entry_sequence, placed.entry_at_ms,
           placed.entry_price, placed.expires_at_ms, placed.stale_after_ms
      from trade_order placed
      join tick_head head on head.product_id = placed.product_id
      join product on product.id = placed.product_id
     where placed.status = order_open() and not is_signed(placed.source) and placed.expires_at_ms <= head.through_ms
       -- Bounds what the index is asked for; open orders that are not due are many.
       and placed.expires_at_ms <= (select max(through_ms) from tick_head)
       and placed.expires_at_ms <= coalesce((v_throughs ->> product.symbol)::bigint, 0)
       and not exists (select from order_set_aside aside where aside.order_number = placed.number and aside.waiting)
     order by placed.expires_at_ms, placed.number limit p_limit
  ), exits as materialized (
    select expiry.product_id, expiry.expires_at_ms, last.sequence, last.at_ms, last.price
      -- The entry itself is one of those: nothing older is looked at.
      from (select product_id, expires_at_ms, min(entry_at_ms) as since_ms from due group by product_id, expires_at_ms) expiry
      cross join lateral (
        select tick.sequence, tick.at_ms, tick.price from tick
         where tick.product_id = expiry.product_id and tick.at_ms between expiry.since_ms and expiry.expires_at_ms
         order by tick.at_ms desc, tick.sequence desc limit 1
      ) last
  ), decided as (
    select due.number, due.id, exits.sequence, exits.at_ms, exits.price,
           case when exits.sequence <= due.entry_sequence then void_too_few_ticks()
                when due.expires_at_ms - exits.at_ms > due.stale_after_ms then void_stale_at_expiry() end as reason,
           order_gain(due.direction, due.entry_price, exits.price) as gain
      from due join exits on exits.product_id = due.product_id and exits.expires_at_ms = due.expires_at_ms
  )
  select array_agg((decided.number, decided.id,
                    case when decided.reason is not null then order_void() when decided.gain > 0 then order_won()
                         when decided.gain < 0 then order_lost() when decided.gain = 0 then order_tie() end,
                    decided.sequence, decided.at_ms, decided.price, decided.reason, null)::order_end)
    into v_ends from decided;
  if v_ends is not null then
    return query select * from close_or_set_aside(v_ends, v_closed_at_ms, p_head);
  end if;

  select array_agg((overdue.number, overdue.id, order_void(), null, null, null,
                    case when overdue.late then void_logged_late() else void_no_entry_tick() end, null)::order_end)
    into v_ends
    from (
      select placed.number, placed.id, logged.late from trade_order placed
        join tick_head head on head.product_id = placed.product_id
        join product on product.id = placed.product_id
        join accepted_order accepted on accepted.order_number = placed.number
       cross join lateral (select is_logged_late(accepted.head_number, placed.accepted_at_ms) as late) logged
       where placed.status = order_pending() and not is_signed(placed.source)
         and placed.accepted_at_ms + placed.entry_timeout_ms <= head.through_ms
         and placed.accepted_at_ms + placed.entry_timeout_ms <= coalesce((v_throughs ->> product.symbol)::bigint, 0)
         and not exists (select from order_set_aside aside where aside.order_number = placed.number and aside.waiting)
         and (logged.late or not exists (
           select from tick where tick.product_id = placed.product_id and tick.at_ms > placed.accepted_at_ms
                              and tick.at_ms <= placed.accepted_at_ms + placed.entry_timeout_ms))
       order by placed.accepted_at_ms, placed.number limit p_limit
    ) overdue;
  if v_ends is not null then
    return query select * from close_or_set_aside(v_ends, v_closed_at_ms, p_head);
  end if;
end $$;
