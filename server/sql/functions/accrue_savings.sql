-- The next step of accruing. Days go strictly in order; each waits for its own end, its income and its confirmations.
-- States: busy (another worker is at it), idle (every day that has ended is booked), no_income and unconfirmed (`day`
-- waits), began, batch (there is more of `day`), finished. `savers` earned something in this step. Nobody waits for savers
-- who are set aside: what goes by without them is owed from `from_day` on (`retry_savings`).
create or replace function accrue_savings(p_today date, p_limit int, p_at timestamptz default clock_timestamp())
returns table (state text, day date, scanned int, savers bigint[]) language plpgsql as $$
#variable_conflict use_column
declare
  v_fund savings_fund;
  v_day date;
  v_income bigint;
  v_user bigint[];
  v_booked bigint[];
  v_savers bigint[];
  v_state text := 'batch';
begin
  select * into v_fund from savings_fund for update skip locked;
  if not found then
    return query select 'busy', null::date, 0, null::bigint[];
    return;
  end if;
  v_day := coalesce(v_fund.accruing, v_fund.accrued_through + 1,
                    (select min(movement.counts_on) from savings_movement movement where movement.kind = savings_deposit()));
  if v_day is null or v_day >= p_today then
    return query select 'idle', null::date, 0, null::bigint[];
    return;
  end if;
  select income.per_ten_thousand_e4 into v_income from savings_income income where income.day = v_day;
  if v_income is null then
    return query select 'no_income', v_day, 0, null::bigint[];
    return;
  end if;
  if v_fund.accruing is null then
    if exists (select from savings_movement movement
                where movement.status = savings_pending() and movement.counts_on <= v_day
                  and not exists (select from savings_set_aside aside where aside.user_id = movement.user_id)) then
      return query select 'unconfirmed', v_day, 0, null::bigint[];
      return;
    end if;
    -- Committed before the first saver is touched: from here on a movement counts for a later day (`lockSaver`).
    update savings_fund set accruing = v_day, last_user_id = 0;
    return query select 'began', v_day, 0, null::bigint[];
    return;
  end if;

  select array_agg(saver.user_id order by saver.user_id) into v_user
    from (
      select account.user_id from savings_account account
       where account.user_id > v_fund.last_user_id order by account.user_id limit p_limit for no key update
    ) saver;
  update savings_set_aside aside set from_day = v_day where aside.user_id = any (v_user) and aside.from_day is null;
  select array_agg(saver.user_id order by saver.user_id) into v_booked
    from unnest(v_user) as saver (user_id)
   where not exists (select from savings_set_aside aside where aside.user_id = saver.user_id);
  if v_booked is not null then
    v_savers := earn_or_set_aside(v_booked, v_day, v_income, p_at);
  end if;

  if coalesce(cardinality(v_user), 0) < p_limit then
    v_state := 'finished';
    update savings_fund set accrued_through = v_day, accruing = null, last_user_id = 0;
  else
    update savings_fund set last_user_id = v_user[cardinality(v_user)];
  end if;
  return query select v_state, v_day, coalesce(cardinality(v_user), 0), v_savers;
end $$;
