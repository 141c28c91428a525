-- Whether anything is due that `settle_orders` could close now.
create or replace function settlement_due() returns boolean language sql stable as $$
  select exists (select from trade_order placed join tick_head head on head.product_id = placed.product_id
                  where placed.status = order_open() and placed.expires_at_ms <= head.through_ms
                    and not exists (select from order_set_aside aside
                                     where aside.order_number = placed.number and aside.waiting))
      or exists (select from trade_order placed join tick_head head on head.product_id = placed.product_id
                  where placed.status = order_pending()
                    and placed.accepted_at_ms + placed.entry_timeout_ms <= head.through_ms
                    and not exists (select from order_set_aside aside
                                     where aside.order_number = placed.number and aside.waiting))
$$;
