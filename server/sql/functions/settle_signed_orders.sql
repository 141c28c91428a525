-- Closes orders under rule 4 (docs/PROOF_FORMAT.md): open ones by the signed update for their expiry, and pending ones
-- if the update for the second of the entry is too late, which proves that there was none in time, or if no head held the
-- order before that second. An order
-- whose update is not stored waits for it until no price of its feed has come for a day (is_silent.sql). Under the
-- head `p_head`, as `settle_orders`, and after it in line for the account of the house. Returns the orders it closed.
create or replace function settle_signed_orders(p_limit int, p_closed_at_ms bigint, p_head bigint) returns setof trade_order
language plpgsql as $$
declare
  v_ends order_end[];
  v_closed_at_ms bigint;
begin
  select greatest(p_closed_at_ms, at_ms) into strict v_closed_at_ms from tree_head where tree_head.number = p_head;
  perform 1 from ledger_account where kind = account_trading() and user_id is null for no key update;
  with due as materialized (
    select placed.number, placed.id, placed.status, placed.direction, placed.entry_price, found.proof,
           says.price, says.publish_at, logged.late, silence.silent,
           case placed.status when order_open() then says.publish_at - placed.expires_at_ms / 1000 > placed.stale_after_ms / 1000
                else says.publish_at - entry_second(placed.accepted_at_ms) > placed.entry_timeout_ms / 1000 end as gap
      from trade_order placed
      join accepted_order accepted on accepted.order_number = placed.number
      cross join lateral (
        select awaited.second, update_for(placed, awaited.second) as proof
          from (select case placed.status when order_open() then placed.expires_at_ms / 1000
                                          else entry_second(placed.accepted_at_ms) end as second) awaited offset 0) found
      cross join lateral (select found.proof is null and is_silent(placed, found.second, p_head) as silent) silence
      cross join lateral (select placed.status = order_pending()
                                 and is_logged_late(accepted.head_number, placed.accepted_at_ms) as late) logged
      left join lateral read_update(found.proof) says on found.proof is not null
     where is_signed(placed.source) and (found.proof is not null or logged.late or silence.silent)
       and ((placed.status = order_open() and placed.expires_at_ms <= v_closed_at_ms)
         or (placed.status = order_pending()
           and entry_second(placed.accepted_at_ms) * 1000 + placed.entry_timeout_ms <= v_closed_at_ms))
       and not exists (select from order_set_aside aside where aside.order_number = placed.number and aside.waiting)
  ), decided as (
    select due.*,
           case when due.late then void_logged_late()
                when due.status = order_pending() and (due.gap or due.silent) then void_no_entry_tick()
                when due.status = order_open() and (due.gap or due.silent) then void_stale_at_expiry() end as reason,
           order_gain(due.direction, due.entry_price, due.price) as gain
      from due
  ), ending as (
    select * from decided
     -- Nothing is closed before the time that its update says.
     where (decided.late or decided.silent or decided.publish_at * 1000 <= v_closed_at_ms)
       and (decided.reason is not null or decided.status = order_open())
     order by decided.number limit p_limit
  )
  select array_agg((ending.number, ending.id,
                    case when ending.reason is not null then order_void() when ending.gain > 0 then order_won()
                         when ending.gain < 0 then order_lost() when ending.gain = 0 then order_tie() end,
                    null, case when ending.reason is null then ending.publish_at * 1000 end,
                    case when ending.reason is null then ending.price end, ending.reason,
                    case when not ending.late then ending.proof end)::order_end)
    into v_ends from ending;
  if v_ends is not null then
    return query select * from close_or_set_aside(v_ends, v_closed_at_ms, p_head);
  end if;
end $$;
