-- When the day, week or month that began at `p_start` ends; null for a limit that counts none.
create or replace function account_limit_end(p_kind smallint, p_time_zone text, p_start timestamptz)
returns timestamptz language sql stable as $$
  select case
    when p_kind in (limit_loss_day(), limit_orders_day(), limit_deposit_day())
      then (p_start at time zone zone + interval '1 day') at time zone zone
    when p_kind in (limit_loss_week(), limit_deposit_week())
      then (p_start at time zone zone + interval '7 days') at time zone zone
    when p_kind in (limit_loss_month(), limit_deposit_month())
      then (p_start at time zone zone + interval '1 month') at time zone zone
  end
  from time_zone_here(p_time_zone) as zone
$$;
