-- When the day, week (from Monday) or month began in which a limit of this kind counts; the time itself for one that counts none.
create or replace function account_limit_start(p_kind smallint, p_time_zone text, p_at timestamptz)
returns timestamptz language sql stable as $$
  select case
    when p_kind in (limit_loss_day(), limit_orders_day(), limit_deposit_day())
      then date_trunc('day', p_at at time zone zone) at time zone zone
    when p_kind in (limit_loss_week(), limit_deposit_week())
      then date_trunc('week', p_at at time zone zone) at time zone zone
    when p_kind in (limit_loss_month(), limit_deposit_month())
      then date_trunc('month', p_at at time zone zone) at time zone zone
    else p_at
  end
  from time_zone_here(p_time_zone) as zone
$$;
