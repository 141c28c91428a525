-- How much of a limit is used up, in the unit of its kind. Stakes of open orders count as lost until their result is known.
create or replace function account_limit_used(p_user bigint, p_kind smallint, p_from timestamptz)
returns bigint language sql stable as $$
  select case
    when p_kind = limit_open_stakes() then
      (select balance from ledger_account where user_id = p_user and kind = account_in_orders())
    when p_kind in (limit_loss_day(), limit_loss_week(), limit_loss_month()) then
      (select balance from ledger_account where user_id = p_user and kind = account_in_orders())
      + (select greatest(0, -coalesce(sum(profit_loss), 0))::bigint from trade_order
          where user_id = p_user and status > order_open() and closed_at_ms >= extract(epoch from p_from) * 1000)
    when p_kind = limit_orders_day() then
      -- An id is made at most a day before its order is accepted.
      (select count(*) from trade_order
        where user_id = p_user and accepted_at_ms >= extract(epoch from p_from) * 1000
          and id >= (lpad(to_hex((extract(epoch from p_from - interval '1 day') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid)
    when p_kind in (limit_deposit_day(), limit_deposit_week(), limit_deposit_month()) then
      -- A deposit that was credited after it had failed counts from its credit on: on its own day it had freed its part
      -- of the limit.
      (select coalesce(sum(amount), 0)::bigint from deposit
        where user_id = p_user and status <> money_failed()
          and case when failed_at is null then created_at else credited_at end >= p_from)
    else 0
  end
$$;
