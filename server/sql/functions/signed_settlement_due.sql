-- Whether `settle_signed_orders` could close anything, as `settlement_due` asks it: the update that an order waits for is stored, and by the
-- time of the newest head it counts; or no price came for a day.
create or replace function signed_settlement_due() returns boolean language plpgsql stable set enable_seqscan = off set jit = off as $$
declare
  v_head bigint := (select max(number) from tree_head);
  v_now_ms bigint := coalesce((select at_ms from tree_head where number = v_head), 0);
begin
  -- Most houses have no such order, and are asked nothing else.
  if not exists (select from trade_order where status <= order_open() and is_signed(source)) then return false; end if;
  return exists (select from trade_order placed
                  where placed.status = order_open() and is_signed(placed.source)
                    and placed.expires_at_ms <= (select max(publish_at) * 1000 from signed_update)
                    and update_for(placed, placed.expires_at_ms / 1000) is not null
                    and not coalesce((select waiting from order_set_aside where order_number = placed.number), false))
      or exists (select from trade_order placed
                  where placed.status = order_pending() and is_signed(placed.source)
                    and entry_second(placed.accepted_at_ms) * 1000 + placed.entry_timeout_ms < v_now_ms
                    and (update_for(placed, entry_second(placed.accepted_at_ms)) is not null
                      or is_logged_late((select head_number from accepted_order where order_number = placed.number),
                                        placed.accepted_at_ms))
                    and not coalesce((select waiting from order_set_aside where order_number = placed.number), false))
      or exists (select from trade_order placed
                  cross join lateral (select case placed.status when order_open() then placed.expires_at_ms / 1000
                                                                else entry_second(placed.accepted_at_ms) end as second) awaited
                  where placed.status <= order_open() and is_signed(placed.source)
                    and (awaited.second + 86400) * 1000 <= v_now_ms and is_silent(placed, awaited.second, v_head)
                    and not coalesce((select waiting from order_set_aside where order_number = placed.number), false));
end $$;
