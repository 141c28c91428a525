-- The signed update that decides a second for an order: the first one at or after it, which says itself that none came in between.
-- Null if it is not stored.
create or replace function update_for(placed trade_order, p_second bigint) returns bytea language sql stable as $$
  select first.proof
    from (select signed.proof from signed_update signed
           where signed.product_id = placed.product_id and signed.signer_set = split_part(placed.instrument, ':', 2)
             and signed.publish_at >= p_second
           order by signed.publish_at limit 1) first
    cross join lateral read_update(first.proof) says
   where says.feed = split_part(placed.instrument, ':', 1) and says.previous_at < p_second and p_second <= says.publish_at
$$;
