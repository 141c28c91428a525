-- Adds orders to the orders log, from leaf `p_size` on. If one of them cannot be, it is found by halves and set aside,
-- and the others are added. Returns the size of the log.
create or replace function log_or_set_aside(
  p_number bigint[], p_id uuid[], p_size bigint, p_head bigint, p_now_ms bigint
) returns bigint language plpgsql as $$
declare
  v_count int := cardinality(p_number);
  v_half int := v_count / 2;
  v_added bigint;
begin
  delete from order_set_aside where order_number = any (p_number);
  insert into accepted_order (leaf, order_number, head_number, entry)
    select p_size + row_number() over (order by placed.number) - 1, placed.number, p_head, order_entry(placed, product)
      from unnest(p_number, p_id) as item (number, id)
      join trade_order placed on placed.id = item.id and placed.number = item.number
      join product on product.id = placed.product_id;
  get diagnostics v_added = row_count;
  return p_size + v_added;
exception when others then
  if not is_about_row(sqlstate) then
    raise;
  end if;
  if v_count = 1 then
    perform set_order_aside(p_number[1], sqlstate || ' ' || sqlerrm, p_now_ms);
    return p_size;
  end if;
  return log_or_set_aside(p_number[v_half + 1:], p_id[v_half + 1:],
                          log_or_set_aside(p_number[:v_half], p_id[:v_half], p_size, p_head, p_now_ms), p_head, p_now_ms);
end $$;
