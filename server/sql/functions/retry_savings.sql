-- Tries again to book what savers who are set aside are owed: their deposits, then their days, oldest first, at most a year of
-- them at once. One whom it works out for is set aside no longer. Days are not booked in the meantime: the fund is
-- held. Returns the deposits that it confirmed.
create or replace function retry_savings(p_today date, p_at timestamptz) returns setof savings_movement
language plpgsql as $$
declare
  v_fund savings_fund;
  v_aside savings_set_aside;
  v_number bigint[];
  v_confirmed savings_movement[];
  v_to date;
  v_income record;
begin
  select * into v_fund from savings_fund for update skip locked;
  if not found or v_fund.accruing is not null then
    return;
  end if;
  for v_aside in
    select * from savings_set_aside aside where aside.retry_at <= p_at order by aside.retry_at, aside.user_id limit 100
  loop
    begin
      v_confirmed := null;
      perform 1 from savings_account account where account.user_id = v_aside.user_id for no key update;
      select array_agg(movement.number) into v_number from savings_movement movement
       where movement.user_id = v_aside.user_id and movement.status = savings_pending() and movement.counts_on <= p_today;
      if v_number is not null then
        select array_agg(booked) into v_confirmed from book_confirmations(v_number, p_at) booked;
      end if;
      v_to := least(v_fund.accrued_through, v_aside.from_day + 365);
      for v_income in
        select income.day, income.per_ten_thousand_e4 as value from savings_income income
         where income.day between v_aside.from_day and v_to order by income.day
      loop
        perform book_earnings(array[v_aside.user_id], v_income.day, v_income.value);
      end loop;
      if v_to < v_fund.accrued_through then
        update savings_set_aside aside set from_day = v_to + 1 where aside.user_id = v_aside.user_id;
      else
        delete from savings_set_aside aside where aside.user_id = v_aside.user_id;
      end if;
      return query select * from unnest(v_confirmed);
    exception when others then
      if not is_about_row(sqlstate) then
        raise;
      end if;
      perform set_saver_aside(v_aside.user_id, sqlstate || ' ' || sqlerrm, p_at, v_aside.from_day);
    end;
  end loop;
end $$;
