-- A hold of withdrawals ends at its time: nobody makes it shorter, or gives it to another user.
create or replace function refuse_shorter_hold() returns trigger language plpgsql as $$
begin
  if new.user_id = old.user_id and new.until >= old.until then
    return new;
  end if;
  raise exception 'a hold of withdrawals does not end before its time' using errcode = '2F002';
end $$;
