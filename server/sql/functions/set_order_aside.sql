-- Notes an order that could not be moved on; it waits a minute longer after each try, ten at most.
create or replace function set_order_aside(p_number bigint, p_reason text, p_now_ms bigint) returns void language sql as $$
  insert into order_set_aside as aside (order_number, reason, since_ms, retry_at_ms)
    values (p_number, p_reason, p_now_ms, p_now_ms + 60000)
    on conflict (order_number) do update
      set reason = excluded.reason, tries = aside.tries + 1, waiting = true,
          retry_at_ms = p_now_ms + 60000 * least(aside.tries + 1, 10)
$$;
