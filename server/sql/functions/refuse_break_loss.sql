-- A break ends when the person has asked for it after its time, and for nobody sooner (PRODUCT.md 19.5): it gets no shorter, and
-- goes only once that end was asked for, or from an account that was deleted. What holds for the person stays then.
create or replace function refuse_break_loss() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.until is null or new.until >= old.until then
      return new;
    end if;
  elsif old.reopens_at is not null then
    return old;
  -- Of the two tables only that of accounts has the column.
  elsif exists (select from app_user where id = (to_jsonb(old) ->> 'user_id')::bigint and deleted_at is not null) then
    return old;
  end if;
  raise exception 'a break does not end before its time' using errcode = '2F002';
end $$;
