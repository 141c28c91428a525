-- The codes of a batch once more: orders whose profit would bring what the house could have to pay over the limit of their
-- product and side become placing_exposed. Within the quotas of this connection's row nothing is locked, nor for orders
-- that alone are more than the remaining quota: at a limit everybody keeps trying. Else all rows of those sides are
-- locked, the limit is held exactly, and half of the rest is shared out as new quotas.
create or replace function refuse_exposed(
  p_product int[], p_direction smallint[], p_profit bigint[], p_code smallint[]
) returns smallint[] language plpgsql as $$
declare
  v_stripe smallint := pg_backend_pid() % 16;
  v_code smallint[];
  v_side record;
  v_room bigint;
  v_taken bigint;
begin
  if is_within_quota(p_product, p_direction, p_profit, p_code, v_stripe) then
    return p_code;
  end if;
  select array_agg(case when item.code = placing_placed() and item.profit > side.room then placing_exposed()
                        else item.code end order by item.ord)
    into v_code
    from unnest(p_product, p_direction, p_profit, p_code) with ordinality as item (product_id, direction, profit, code, ord)
    left join (select exposure.product_id, exposure.direction, exposure.profit_max - sum(exposure.open_profit) as room
                 from product_exposure exposure
                where exposure.product_id = any (p_product) and exposure.profit_max is not null
                group by exposure.product_id, exposure.direction, exposure.profit_max) side
      on side.product_id = item.product_id and side.direction = item.direction;
  if is_within_quota(p_product, p_direction, p_profit, v_code, v_stripe) then
    return v_code;
  end if;

  perform 1 from product_exposure exposure where exposure.product_id = any (p_product)
    order by exposure.product_id, exposure.direction, exposure.stripe for no key update;
  -- A separate statement sees what earlier holders of these locks committed.
  for v_side in
    select exposure.product_id, exposure.direction, exposure.profit_max, sum(exposure.open_profit)::bigint as open_profit
      from product_exposure exposure
     where exposure.product_id = any (p_product) and exposure.profit_max is not null
     group by exposure.product_id, exposure.direction, exposure.profit_max
  loop
    v_room := v_side.profit_max - v_side.open_profit;
    v_taken := 0;
    for v_ord in 1 .. cardinality(p_code) loop
      continue when v_code[v_ord] <> placing_placed() or p_product[v_ord] <> v_side.product_id
                    or p_direction[v_ord] <> v_side.direction;
      if v_taken + p_profit[v_ord] <= v_room then
        v_taken := v_taken + p_profit[v_ord];
      else
        v_code[v_ord] := placing_exposed();
      end if;
    end loop;
    update product_exposure exposure set quota = shared.quota
      from (select own.stripe, own.open_profit + case when own.stripe = v_stripe then v_taken else 0 end
                     + (v_room - v_taken) / 32 as quota
              from product_exposure own
             where own.product_id = v_side.product_id and own.direction = v_side.direction) shared
     where exposure.product_id = v_side.product_id and exposure.direction = v_side.direction
       and exposure.stripe = shared.stripe and exposure.quota is distinct from shared.quota;
  end loop;
  return v_code;
end $$;
