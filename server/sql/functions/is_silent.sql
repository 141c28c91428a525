-- Whether the head `p_head` shows no price of an order's feed from a second on for a day: the product's log is complete up to then,
-- and its last tick is older at its source. Then an order under rule 4 no longer waits for the update for that second.
create or replace function is_silent(placed trade_order, p_second bigint, p_head bigint) returns boolean language sql stable as $$
  select exists (
    select from tree_head head
      join product on product.id = placed.product_id
      join lateral (select tick.source, tick.instrument, tick.source_at_ms from tick
                     where tick.product_id = placed.product_id
                       and tick.sequence = (head.sizes ->> product.symbol)::bigint limit 1) last on true
     where head.number = p_head and (head.throughs ->> product.symbol)::bigint >= (p_second + 86400) * 1000
       and last.source_at_ms < p_second * 1000
       and (last.source, last.instrument) = (placed.source, split_part(placed.instrument, ':', 1)))
$$;
