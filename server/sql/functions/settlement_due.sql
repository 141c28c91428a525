-- Whether anything is due that `settle_orders` could close now. This is asked ten times a second, so PL/pgSQL keeps its plan. It may
-- be made while there are no orders: subqueries instead of joins, and no reading from end to end, leave nothing to choose.
create or replace function settlement_due() returns boolean language plpgsql stable set enable_seqscan = off set jit = off as $$
begin
  return exists (select from trade_order placed
                  -- Bounds what the index is asked for; open orders that are not due are many.
                  where placed.status = order_open() and not is_signed(placed.source) and placed.expires_at_ms <= (select max(through_ms) from tick_head)
                    and placed.expires_at_ms <= (select through_ms from tick_head where product_id = placed.product_id)
                    and not coalesce((select waiting from order_set_aside where order_number = placed.number), false))
      or exists (select from trade_order placed
                  where placed.status = order_pending() and not is_signed(placed.source)
                    and placed.accepted_at_ms + placed.entry_timeout_ms
                        <= (select through_ms from tick_head where product_id = placed.product_id)
                    and not coalesce((select waiting from order_set_aside where order_number = placed.number), false))
      or signed_settlement_due();
end $$;
