-- Books a day's earnings as `book_earnings` does. If those of one saver cannot be booked, the saver is found by halves
-- and set aside from this day on, and the others get theirs.
create or replace function earn_or_set_aside(p_user bigint[], p_day date, p_income bigint, p_at timestamptz) returns bigint[]
language plpgsql as $$
declare
  v_count int := cardinality(p_user);
  v_half int := v_count / 2;
begin
  return book_earnings(p_user, p_day, p_income);
exception when others then
  if not is_about_row(sqlstate) then
    raise;
  end if;
  if v_count = 1 then
    perform set_saver_aside(p_user[1], sqlstate || ' ' || sqlerrm, p_at, p_day);
    return null;
  end if;
  return earn_or_set_aside(p_user[:v_half], p_day, p_income, p_at)
      || earn_or_set_aside(p_user[v_half + 1:], p_day, p_income, p_at);
end $$;
