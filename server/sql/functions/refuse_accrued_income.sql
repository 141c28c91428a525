create or replace function refuse_accrued_income() returns trigger language plpgsql as $$
begin
  if exists (select from savings_fund where greatest(accrued_through, accruing) >= coalesce(new.day, old.day)) then
    raise exception 'the income of % has been accrued', coalesce(new.day, old.day) using errcode = '2F002';
  end if;
  return coalesce(new, old);
end $$;
