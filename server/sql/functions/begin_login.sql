-- Counts a login that is about to be checked as wrong, unless its lane has to wait: then it returns until when.
-- Counting first leaves no gap for logins that arrive together. `p_free` wrong ones of a lane cost nothing; each
-- further one doubles its wait, up to `p_wait_max`. A stranger (neither device nor network is known) counts for the
-- account as well: beyond `p_budget` in `p_window`, each strange network waits for a turn, which comes after
-- `p_wait_max` at the latest, and has one try per turn. `spent` is true for the try that uses the budget up.
create or replace function begin_login(
  p_account text, p_lane text, p_stranger boolean, p_now timestamptz,
  p_free int, p_wait_max interval, p_forget interval, p_budget int, p_window interval
) returns table (wait_until timestamptz, spent boolean) language plpgsql as $$
declare
  v_lane login_lane;
  v_wrong int := 0;
begin
  if p_stranger then
    insert into login_pressure as pressure (account_key, since) values (p_account, p_now)
      on conflict (account_key) do update set
        since = case when pressure.since <= p_now - p_window then p_now else pressure.since end,
        wrong = case when pressure.since <= p_now - p_window then 0 else pressure.wrong end
      returning wrong into v_wrong;
  end if;
  insert into login_lane (account_key, lane, last_failed_at, next_allowed_at) values (p_account, p_lane, p_now, p_now)
    on conflict do nothing;
  select * into v_lane from login_lane where account_key = p_account and lane = p_lane for update;
  if v_lane.last_failed_at <= p_now - p_forget then
    v_lane.failures := 0;
    v_lane.next_allowed_at := p_now;
    v_lane.turn_at := null;
  end if;

  if v_lane.next_allowed_at > p_now then
    return query select v_lane.next_allowed_at, false;
    return;
  end if;
  if p_stranger and v_wrong >= p_budget then
    if v_lane.turn_at is null or v_lane.turn_at <= p_now - p_wait_max then
      update login_lane set turn_at = p_now + p_wait_max, last_failed_at = p_now where account_key = p_account and lane = p_lane;
      return query select p_now + p_wait_max, false;
      return;
    elsif v_lane.turn_at > p_now then
      return query select v_lane.turn_at, false;
      return;
    end if;
  end if;

  update login_lane set
      failures = least(v_lane.failures + 1, 1000),
      last_failed_at = p_now,
      turn_at = case when v_lane.turn_at is not null then p_now + p_wait_max end,
      next_allowed_at = case when v_lane.failures + 1 < p_free then p_now
        else p_now + least(p_wait_max, power(2, least(v_lane.failures + 1 - p_free, 20)) * interval '1 second') end
    where account_key = p_account and lane = p_lane;
  if p_stranger then
    update login_pressure set wrong = wrong + 1 where account_key = p_account;
  end if;
  return query select null::timestamptz, p_stranger and v_wrong + 1 = p_budget;
end $$;
