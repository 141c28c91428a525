-- Brings the coarser intervals up to date with the minutes from `p_from_ms` on.
create or replace function fold_minutes(p_from_ms bigint) returns void language sql as $$
  select fold_interval('1m', '5m', 300000, p_from_ms);
  select fold_interval('5m', '15m', 900000, p_from_ms);
  select fold_interval('15m', '1h', 3600000, p_from_ms);
  select fold_interval('1h', '1d', 86400000, p_from_ms);
$$;
