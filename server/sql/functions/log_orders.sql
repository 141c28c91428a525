-- Takes accepted orders that no head holds yet up into the orders log, under the head that is being made: its maker holds
-- the lock of heads. Answers the size of the log.
create or replace function log_orders(p_head bigint) returns bigint language plpgsql as $$
declare
  v_size bigint;
  v_added bigint;
begin
  select coalesce(max(leaf) + 1, 0) into v_size from accepted_order;
  insert into accepted_order (leaf, order_number, head_number, entry)
    select v_size + row_number() over (order by placed.number) - 1, placed.number, p_head, order_entry(placed, product)
      from trade_order placed join product on product.id = placed.product_id
     where placed.status = order_pending()
       and not exists (select from accepted_order known where known.order_number = placed.number);
  get diagnostics v_added = row_count;
  return v_size + v_added;
end $$;
