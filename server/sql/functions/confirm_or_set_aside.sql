-- Books deposits as `book_confirmations` does. If one of them cannot be booked, it is found by halves, its saver is set
-- aside, and the others are confirmed.
create or replace function confirm_or_set_aside(p_number bigint[], p_at timestamptz) returns setof savings_movement
language plpgsql as $$
declare
  v_count int := cardinality(p_number);
  v_half int := v_count / 2;
begin
  return query select * from book_confirmations(p_number, p_at);
exception when others then
  if not is_about_row(sqlstate) then
    raise;
  end if;
  if v_count = 1 then
    perform set_saver_aside(movement.user_id, sqlstate || ' ' || sqlerrm, p_at, null)
      from savings_movement movement where movement.number = p_number[1];
    return;
  end if;
  return query
    select * from confirm_or_set_aside(p_number[:v_half], p_at)
    union all
    select * from confirm_or_set_aside(p_number[v_half + 1:], p_at);
end $$;
