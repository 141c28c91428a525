-- Confirms deposits whose day has come. Any number of workers may call it at once. Those of savers who are set aside wait
-- for `retry_savings`. Returns what it confirmed.
create or replace function confirm_savings(p_today date, p_limit int, p_at timestamptz) returns setof savings_movement
language plpgsql as $$
declare
  v_number bigint[];
begin
  select array_agg(due.number) into v_number
    from (
      select movement.number from savings_movement movement
       where movement.status = savings_pending() and movement.counts_on <= p_today
         and not exists (select from savings_set_aside aside where aside.user_id = movement.user_id)
       order by movement.counts_on, movement.number limit p_limit
         for update skip locked
    ) due;
  if v_number is not null then
    return query select * from confirm_or_set_aside(v_number, p_at);
  end if;
end $$;
