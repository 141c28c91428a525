-- Seconds whose signed update an order waits for and nobody has stored, up to `p_until`: the oldest of each product, so that
-- a feed that gives nothing leaves room for the others.
create or replace function wanted_updates(p_set text, p_until bigint, p_limit int)
returns table (product_id int, feed text, second bigint) language sql stable as $$
  select waiting.product_id, waiting.feed, waiting.second
    from (
      select placed.product_id, split_part(placed.instrument, ':', 1) as feed,
             case placed.status when order_open() then placed.expires_at_ms / 1000
                                else entry_second(placed.accepted_at_ms) end as second,
             update_for(placed, case placed.status when order_open() then placed.expires_at_ms / 1000
                                                   else entry_second(placed.accepted_at_ms) end) as proof
        from trade_order placed
       where is_signed(placed.source) and split_part(placed.instrument, ':', 2) = p_set
         and ((placed.status = order_open() and placed.expires_at_ms <= p_until * 1000)
           or (placed.status = order_pending() and placed.accepted_at_ms < p_until * 1000))) waiting
   where waiting.proof is null and waiting.second <= p_until
   group by waiting.product_id, waiting.feed, waiting.second
   order by row_number() over (partition by waiting.product_id order by waiting.second), waiting.second limit p_limit
$$;
