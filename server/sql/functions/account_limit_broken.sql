-- The first of the user's own limits that an order (or a deposit) of this amount would break; null when it breaks none.
-- Called under the lock of the user's account `available`, in its own statement that begins under it: it sees what
-- earlier holders committed.
create or replace function account_limit_broken(p_user bigint, p_amount bigint, p_deposit boolean, p_at timestamptz)
returns smallint language sql stable as $$
  select min(own.kind) from account_limit own
   where own.user_id = p_user and own.kind <> limit_session()
     and (own.kind in (limit_deposit_day(), limit_deposit_week(), limit_deposit_month())) = p_deposit
     and own.value < account_limit_used(p_user, own.kind, account_limit_start(own.kind, own.time_zone, p_at))
                     + case own.kind when limit_orders_day() then 1 else p_amount end
$$;
