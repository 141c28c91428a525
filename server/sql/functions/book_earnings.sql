-- Books one day's earnings of savers whom the caller has locked, and returns those who earned something.
--
-- The share that earns on a day is the confirmed share at its end: the present share, minus confirmations for later
-- days, plus transfers out on later days. Earnings of earlier days are in it, and later ones are not booked yet.
create or replace function book_earnings(p_user bigint[], p_day date, p_income bigint) returns bigint[]
language plpgsql as $$
declare
  v_house bigint;
  v_house_balance bigint;
  v_savers bigint[];
begin
  select house.id, house.balance into v_house, v_house_balance
    from ledger_account house
   where house.kind = account_savings_interest() and house.user_id is null for no key update;
  perform 1 from ledger_account account
    where account.user_id = any (p_user) and account.kind = account_savings_confirmed()
    order by account.id for no key update;

  -- A separate statement sees what earlier holders of these locks committed.
  with saver as materialized (
    select saving.user_id, saving.carry, account.id as account_id, account.balance,
           account.balance - coalesce(later.amount, 0) as share
      from unnest(p_user) as batch (user_id)
      join savings_account saving on saving.user_id = batch.user_id
      join ledger_account account on account.user_id = saving.user_id and account.kind = account_savings_confirmed()
      left join lateral (
        select sum(case movement.kind when savings_deposit() then movement.amount else -movement.amount end)::bigint as amount
          from savings_movement movement
         where movement.user_id = saving.user_id and movement.counts_on > p_day and movement.status = savings_confirmed()
      ) later on true
  ), earned as materialized (
    select saver.user_id, saver.carry, saver.account_id, saver.balance, saver.share,
           div(saver.share::numeric * p_income + saver.carry, 100000000)::bigint as amount,
           mod(saver.share::numeric * p_income + saver.carry, 100000000)::bigint as carry_after
      from saver where saver.share > 0
  ), paid as materialized (
    select earned.*, nextval('ledger_transfer_id_seq') as transfer_id from earned where earned.amount > 0
  ), transfers as (
    insert into ledger_transfer (id, user_id, kind, reference)
      select paid.transfer_id, paid.user_id, transfer_savings_earned(), savings_day_reference(p_day) from paid
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
      select earned.user_id, p_day, earned.share, p_income, earned.amount, earned.carry, earned.carry_after from earned
  )
  select array_agg(paid.user_id) into v_savers from paid;
  return v_savers;
end $$;
