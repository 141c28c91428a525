-- A break ends only if the person asks for its end after its time (PRODUCT.md 19.5). It belongs to its person and
-- cannot become shorter or milder. It is deleted only when that end has come, or with a deleted account. What holds for
-- the person stays then. The clock is the database's, which no node sets; nodes may be a little ahead of it.
create or replace function refuse_break_loss() returns trigger language plpgsql as $$
declare
  v_may_change constant text[] := array['until', 'reopens_at', 'kind'];
  v_now constant timestamptz := clock_timestamp() + interval '1 minute';
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - v_may_change = to_jsonb(old) - v_may_change
       and (new.kind = old.kind or new.kind = 'exclusion')
       and (new.until is null or new.until >= old.until)
       and (new.reopens_at is null or new.reopens_at = old.reopens_at or new.until <= v_now) then
      return new;
    end if;
  elsif old.reopens_at <= v_now then
    return old;
  -- Only the table of accounts has the column.
  elsif exists (select from app_user where id = (to_jsonb(old) ->> 'user_id')::bigint and deleted_at is not null) then
    return old;
  end if;
  raise exception 'a break does not end before its time' using errcode = '2F002';
end $$;
