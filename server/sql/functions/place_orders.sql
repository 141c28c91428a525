-- Places a batch: at most one order per user. Accounts are locked in id order, so a user's orders are serial and two batches
-- never wait for each other in a circle; no house account is touched. The clocks of nodes differ, so an order arrives no
-- earlier than what the log already says of its product: otherwise a node whose clock is behind would let a tick that everybody
-- has seen be the entry. The time in the id is when the user asked, and fixes the second of the entry: an order that arrives
-- more than 2 s before that time, or once that second has begun, is refused. An id counts once for all users, as in the map of
-- results: if another batch takes one in the meantime, this one fails at `trade_order_once`, and its next try sees the order.
-- `code` is one of placing_* (../constants.sql). The last two limits are the same for every account; 0 is none. Left to itself
-- PostgreSQL plans statements of this function again for each call, because an array of known length looks cheaper: that takes
-- longer than placing an order. A plan that is kept must stay right while a partition fills up, so rows are found by index
-- regardless of the tables' content when it is made.
create or replace function place_orders(
  p_orders new_order[], p_currency text, p_scale int, p_orders_a_minute int default 0, p_open_stakes_max bigint default 0
) returns table (ord int, code smallint, number bigint, available bigint, accepted_at_ms bigint) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_user bigint[] := array(select item.user_id from unnest(p_orders) item);
  v_product int[];
  v_direction smallint[];
  v_available bigint[];
  v_held bigint[];
  v_available_balance bigint[];
  v_held_balance bigint[];
  v_code smallint[];
  v_number bigint[];
  v_transfer bigint[];
  v_arrived_at_ms bigint[];
  v_profit bigint[];
begin
  perform 1 from ledger_account account
    where account.user_id = any (v_user) and account.kind in (account_available(), account_in_orders())
    order by account.id for no key update;
  -- A separate statement sees what earlier holders of these locks committed.
  select array_agg(item.product_id order by item.ordinality), array_agg(item.direction order by item.ordinality),
         array_agg(available.id order by item.ordinality), array_agg(held.id order by item.ordinality),
         array_agg(available.balance order by item.ordinality), array_agg(held.balance order by item.ordinality)
    into v_product, v_direction, v_available, v_held, v_available_balance, v_held_balance
    from unnest(p_orders) with ordinality item
    left join ledger_account available on available.user_id = item.user_id and available.kind = account_available()
    left join ledger_account held on held.user_id = item.user_id and held.kind = account_in_orders();

  select array_agg(greatest(item.arrived_at_ms, head.through_ms) order by item.ordinality) into v_arrived_at_ms
    from unnest(p_orders) with ordinality item
    left join tick_head head on head.product_id = item.product_id;

  -- Materialized: the planner would write the checks into each of the three lists, and look three times. Looks are joined
  -- laterally: as conditions of the `case`, PostgreSQL may read the tables of freezes and limits from end to end.
  with checked as materialized (
    select item.ord,
           case when item.balance is null then placing_no_user() when existing.own then placing_exists()
                when not existing.own or item.nth > 1 then placing_id_taken()
                when item.at_ms not between id_made_at_ms(item.id) - 2000 and ms_before_entry(item.id) then placing_time_off()
                when frozen.found then placing_frozen()
                when pause.user_id is not null then placing_on_break()
                when item.balance < item.stake then placing_insufficient()
                when p_open_stakes_max > 0 and item.held + item.stake > p_open_stakes_max then placing_open_stakes()
                when recent.orders >= p_orders_a_minute then placing_too_fast()
                when own.found
                  then coalesce(placing_limited() + account_limit_broken(item.user_id, item.stake, false,
                                  to_timestamp(item.at_ms / 1000.0)), placing_placed())::smallint
                else placing_placed() end as code
      from (select each.user_id, each.id, each.stake, each.ordinality as ord, v_available_balance[each.ordinality] as balance,
                   v_held_balance[each.ordinality] as held, v_arrived_at_ms[each.ordinality] as at_ms,
                   row_number() over (partition by each.id order by each.ordinality) as nth
              from unnest(p_orders) with ordinality each) item
      left join lateral (select bool_or(known.user_id = item.user_id) as own from trade_order known
                          where known.id = item.id) existing on true
      left join account_break pause on pause.user_id = item.user_id
            and (pause.reopens_at is null or pause.reopens_at > to_timestamp(item.at_ms / 1000.0))
      left join lateral (select true as found from account_freeze frozen
                          where frozen.user_id = item.user_id and frozen.kind in ('orders', 'login') limit 1) frozen on true
      left join lateral (select true as found from account_limit own where own.user_id = item.user_id limit 1) own on true
      left join lateral (select since.orders from orders_since(item.user_id, ms_before_entry(item.id) - 60000) since
                          where p_orders_a_minute > 0) recent on true
  )
  select array_agg(checked.code order by checked.ord),
         array_agg(case when checked.code = placing_placed() then nextval('trade_order_number_seq') end order by checked.ord),
         array_agg(case when checked.code = placing_placed() then nextval('ledger_transfer_id_seq') end order by checked.ord)
    into v_code, v_number, v_transfer
    from checked;

  -- Only if a limit was ever set does it cost more than this look.
  if exists (select from product_exposure where product_id = any (v_product)) then
    select array_agg(item.payout - item.stake order by item.ordinality) into v_profit from unnest(p_orders) with ordinality item;
    v_code := refuse_exposed(v_product, v_direction, v_profit, v_code);
    select array_agg(case when item.code = placing_placed() then item.number end order by item.ord),
           array_agg(case when item.code = placing_placed() then item.transfer_id end order by item.ord)
      into v_number, v_transfer
      from unnest(v_code, v_number, v_transfer) with ordinality as item (code, number, transfer_id, ord);
  end if;

  insert into ledger_transfer (id, user_id, kind, reference)
    select v_transfer[item.ordinality], item.user_id, transfer_order_placed(), item.id
      from unnest(p_orders) with ordinality item
     where v_transfer[item.ordinality] is not null;
  insert into ledger_posting (transfer_id, account_id, amount, balance_after)
    select item.transfer_id, posting.account_id, posting.amount, posting.balance_after
      from (select v_transfer[each.ordinality] as transfer_id, v_available[each.ordinality] as available,
                   v_held[each.ordinality] as held, v_available_balance[each.ordinality] as available_balance,
                   v_held_balance[each.ordinality] as held_balance, each.stake
              from unnest(p_orders) with ordinality each) item,
           lateral (values (item.available, -item.stake, item.available_balance - item.stake),
                           (item.held, item.stake, item.held_balance + item.stake))
             as posting (account_id, amount, balance_after)
     where item.transfer_id is not null;
  update ledger_account account set balance = account.balance + move.amount, version = account.version + 1
    from (
      select v_available[taken.ordinality] as account_id, -taken.stake as amount
        from unnest(p_orders) with ordinality taken where v_transfer[taken.ordinality] is not null
      union all
      select v_held[given.ordinality], given.stake
        from unnest(p_orders) with ordinality given where v_transfer[given.ordinality] is not null
    ) move
   where account.id = move.account_id;
  insert into trade_order (number, user_id, id, product_id, direction, stake, duration_seconds, earnings_rate_bp, payout,
                           body_hash, source, instrument, accepted_at_ms, currency, scale, entry_timeout_ms, stale_after_ms,
                           source_lag_ms, seen_head, seen_root, device_key, device_signature)
    select v_number[item.ordinality], item.user_id, item.id, item.product_id, item.direction, item.stake,
           item.duration_seconds, item.earnings_rate_bp, item.payout, item.body_hash, item.source, item.instrument,
           ms_before_entry(item.id), p_currency, p_scale, item.entry_timeout_ms, item.stale_after_ms, item.source_lag_ms,
           item.seen_head, item.seen_root, item.device_key, item.device_signature
      from unnest(p_orders) with ordinality item
     where v_number[item.ordinality] is not null
     -- Two batches that wait for each other's ids do so in one order.
     order by item.id;

  -- Last, so that its row is held for the commit only. It also counts if a limit was set while this waited.
  if exists (select from product_exposure where product_id = any (v_product)) then
    select array_agg(case when v_number[item.ordinality] is not null then item.payout - item.stake end order by item.ordinality)
      into v_profit from unnest(p_orders) with ordinality item;
    perform count_exposure(v_product, v_direction, v_profit);
  end if;

  return query
    select item.ordinality::int, v_code[item.ordinality], v_number[item.ordinality],
           v_available_balance[item.ordinality] - case when v_code[item.ordinality] = placing_placed() then item.stake else 0 end,
           ms_before_entry(item.id)
      from unnest(p_orders) with ordinality item;
end $$;
