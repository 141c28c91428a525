-- The next step of accruing. Days go strictly in order; each waits for its own end, its income and its confirmations.
-- States: busy (another worker is at it), idle (every day that has ended is booked), no_income and unconfirmed (`day`
-- waits), began, batch (there is more of `day`), finished. `savers` earned something in this step.
--
-- The share that earns on a day is the confirmed share at its end: what is there now, less what was confirmed for later
-- days, plus what was taken out on later days. Earnings of earlier days are in it.
create or replace function accrue_savings(p_today date, p_limit int)
returns table (state text, day date, scanned int, savers bigint[]) language plpgsql as $$
#variable_conflict use_column
declare
  v_fund savings_fund;
  v_day date;
  v_income bigint;
  v_user bigint[];
  v_house bigint;
  v_house_balance bigint;
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
                where movement.status = savings_pending() and movement.counts_on <= v_day) then
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
  select house.id, house.balance into v_house, v_house_balance
    from ledger_account house
   where house.kind = account_savings_interest() and house.user_id is null for no key update;
  perform 1 from ledger_account account
    where account.user_id = any (v_user) and account.kind = account_savings_confirmed()
    order by account.id for no key update;

  -- A statement of its own sees what earlier holders of these locks committed.
  with saver as materialized (
    select saving.user_id, saving.carry, account.id as account_id, account.balance,
           account.balance - coalesce(later.amount, 0) as share
      from unnest(v_user) as batch (user_id)
      join savings_account saving on saving.user_id = batch.user_id
      join ledger_account account on account.user_id = saving.user_id and account.kind = account_savings_confirmed()
      left join lateral (
        select sum(case movement.kind when savings_deposit() then movement.amount else -movement.amount end)::bigint as amount
          from savings_movement movement
         where movement.user_id = saving.user_id and movement.counts_on > v_day and movement.status = savings_confirmed()
      ) later on true
  ), earned as materialized (
    select saver.user_id, saver.carry, saver.account_id, saver.balance, saver.share,
           div(saver.share::numeric * v_income + saver.carry, 100000000)::bigint as amount,
           mod(saver.share::numeric * v_income + saver.carry, 100000000)::bigint as carry_after
      from saver where saver.share > 0
  ), paid as materialized (
    select earned.*, nextval('ledger_transfer_id_seq') as transfer_id from earned where earned.amount > 0
  ), transfers as (
    insert into ledger_transfer (id, user_id, kind, reference)
      select paid.transfer_id, paid.user_id, transfer_savings_earned(), savings_day_reference(v_day) from paid
  ), postings as (
    insert into ledger_posting (transfer_id, account_id, amount, balance_after)
      select paid.transfer_id, paid.account_id, paid.amount, paid.balance + paid.amount from paid
      union all
      select paid.transfer_id, v_house, -paid.amount,
             v_house_balance - sum(paid.amount) over (order by paid.transfer_id)
        from paid
  ), balances as (
    update ledger_account account set balance = account.balance + paid.amount, version = account.version + 1
      from paid where account.id = paid.account_id
  ), house as (
    update ledger_account account set balance = account.balance - total.amount, version = account.version + 1
      from (select sum(paid.amount)::bigint as amount from paid) total
     where account.id = v_house and total.amount > 0
  ), states as (
    update savings_account saving set carry = earned.carry_after, earned = saving.earned + earned.amount
      from earned where saving.user_id = earned.user_id
  ), earnings as (
    insert into savings_earning (user_id, day, share, per_ten_thousand_e4, amount, carry_before, carry_after)
      select earned.user_id, v_day, earned.share, v_income, earned.amount, earned.carry, earned.carry_after from earned
  )
  select array_agg(paid.user_id) into v_savers from paid;

  if coalesce(cardinality(v_user), 0) < p_limit then
    v_state := 'finished';
    update savings_fund set accrued_through = v_day, accruing = null, last_user_id = 0;
  else
    update savings_fund set last_user_id = v_user[cardinality(v_user)];
  end if;
  return query select v_state, v_day, coalesce(cardinality(v_user), 0), v_savers;
end $$;
