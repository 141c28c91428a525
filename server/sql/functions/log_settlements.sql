-- Notes closed orders in the settlement log. The caller holds the house account, so one batch follows the other.
create or replace function log_settlements(p_closed trade_order[]) returns void language plpgsql as $$
declare
  v_size bigint;
begin
  select size into v_size from settlement_log for update;
  insert into settlement (leaf, order_number, entry)
    select v_size + row_number() over (order by closed.number) - 1, closed.number, settlement_entry(closed, product)
      from unnest(p_closed) as closed join product on product.id = closed.product_id;
  update settlement_log set size = v_size + cardinality(p_closed);
end $$;
