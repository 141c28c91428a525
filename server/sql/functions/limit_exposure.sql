-- Limits what the house could have to pay for the open orders of a product and side; null for no limit. Returns what it
-- could have to pay now. Orders that are open stay as they are, also above a new limit. It runs with the rights of the
-- owner: who sets limits may write no order, and so not hold them still either.
create or replace function limit_exposure(p_product int, p_direction smallint, p_max bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_open bigint;
begin
  if not exists (select from product_exposure where product_id = p_product and direction = p_direction) then
    -- Counted once: every order being placed or closed is complete, or waits and then counts itself.
    lock table trade_order in share mode;
    insert into product_exposure (product_id, direction, stripe, open_profit)
      select p_product, p_direction, stripe,
             case when stripe = 0 then (
               select coalesce(sum(placed.payout - placed.stake), 0) from trade_order placed
                where placed.status <= order_open() and placed.product_id = p_product and placed.direction = p_direction)
             else 0 end
        from generate_series(0, 15) stripe
      on conflict do nothing;
  end if;
  perform 1 from product_exposure where product_id = p_product order by product_id, direction, stripe for no key update;
  select sum(open_profit)::bigint into v_open from product_exposure
   where product_id = p_product and direction = p_direction;
  update product_exposure set profit_max = p_max, quota = open_profit + (p_max - v_open) / 32
   where product_id = p_product and direction = p_direction;
  return v_open;
end $$;
revoke execute on function limit_exposure(int, smallint, bigint) from public;
