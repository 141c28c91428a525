-- Adds to what the house could have to pay (product_exposure), in the row of this connection; nothing if no limit was
-- ever set. Fails with FT409 if the row has grown in the meantime over its quota: the caller tries again and finds that
-- out at first.
create or replace function count_exposure(p_product int[], p_direction smallint[], p_profit bigint[]) returns void
language plpgsql as $$
declare
  v_stripe smallint := pg_backend_pid() % 16;
begin
  -- In this order everywhere, and after the accounts of users.
  perform 1 from product_exposure exposure
    where exposure.product_id = any (p_product) and exposure.stripe = v_stripe
    order by exposure.product_id, exposure.direction for no key update;
  if not found then
    return;
  end if;
  if exists (
    select from product_exposure exposure
      join (select item.product_id, item.direction, sum(item.profit) as profit
              from unnest(p_product, p_direction, p_profit) as item (product_id, direction, profit)
             where item.profit is not null group by item.product_id, item.direction) side
        on side.product_id = exposure.product_id and side.direction = exposure.direction
     where exposure.stripe = v_stripe and side.profit > 0 and exposure.open_profit + side.profit > exposure.quota) then
    raise exception 'the exposure of a product has grown meanwhile' using errcode = 'FT409';
  end if;
  update product_exposure exposure set open_profit = exposure.open_profit + side.profit
    from (select item.product_id, item.direction, sum(item.profit)::bigint as profit
            from unnest(p_product, p_direction, p_profit) as item (product_id, direction, profit)
           where item.profit is not null group by item.product_id, item.direction) side
   where side.product_id = exposure.product_id and side.direction = exposure.direction and exposure.stripe = v_stripe;
end $$;
