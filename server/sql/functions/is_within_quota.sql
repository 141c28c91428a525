-- Whether the orders of a batch that are still to be placed fit into the quotas of this row of each limited product and side.
create or replace function is_within_quota(
  p_product int[], p_direction smallint[], p_profit bigint[], p_code smallint[], p_stripe smallint
) returns boolean language plpgsql as $$
begin
  return not exists (
    select from product_exposure exposure
      join (select item.product_id, item.direction, sum(item.profit) as profit
              from unnest(p_product, p_direction, p_profit, p_code) as item (product_id, direction, profit, code)
             where item.code = placing_placed() group by item.product_id, item.direction) side
        on side.product_id = exposure.product_id and side.direction = exposure.direction
     where exposure.stripe = p_stripe and exposure.open_profit + side.profit > exposure.quota);
end $$;
