-- Whether anything is due that `settle_orders` could close now. The newest watermark bounds what the indexes are asked for: without
-- it, every order under way would be looked at each time that nothing is due. PL/pgSQL keeps its plan, and this is asked ten
-- times a second.
create or replace function settlement_due() returns boolean language plpgsql stable as $$
begin
  return exists (select from trade_order placed join tick_head head on head.product_id = placed.product_id
                  where placed.status = order_open() and placed.expires_at_ms <= head.through_ms
                    and placed.expires_at_ms <= (select max(through_ms) from tick_head))
      or exists (select from trade_order placed join tick_head head on head.product_id = placed.product_id
                  where placed.status = order_pending()
                    and placed.accepted_at_ms + placed.entry_timeout_ms <= head.through_ms
                    and placed.accepted_at_ms <= (select max(through_ms) from tick_head));
end $$;
