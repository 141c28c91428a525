-- Gives orders that the caller has locked their entry. If one of them cannot have it, it is found by halves and set
-- aside, and the others are opened. Returns the orders that opened.
create or replace function enter_or_set_aside(
  p_number bigint[], p_id uuid[], p_sequence bigint[], p_at_ms bigint[], p_price numeric[], p_now_ms bigint,
  p_update bytea[] default null
) returns setof trade_order language plpgsql as $$
declare
  v_count int := cardinality(p_number);
  v_half int := v_count / 2;
  v_opened trade_order[];
begin
  delete from order_set_aside where order_number = any (p_number);
  with opened as (
    update trade_order placed
       set status = order_open(), version = placed.version + 1, entry_sequence = entry.sequence, entry_at_ms = entry.at_ms,
           entry_price = entry.price, entry_update = entry.update, expires_at_ms = entry.at_ms + placed.duration_seconds * 1000::bigint
      from unnest(p_number, p_id, p_sequence, p_at_ms, p_price, p_update) as entry (number, id, sequence, at_ms, price, update)
     where placed.id = entry.id and placed.number = entry.number
    returning placed
  )
  select array_agg(opened.placed) into v_opened from opened;
  -- Only now: what was returned before an error would stay returned.
  return query select * from unnest(v_opened);
exception when others then
  if not is_about_row(sqlstate) then
    raise;
  end if;
  if v_count = 1 then
    perform set_order_aside(p_number[1], sqlstate || ' ' || sqlerrm, p_now_ms);
    return;
  end if;
  return query
    select * from enter_or_set_aside(p_number[:v_half], p_id[:v_half], p_sequence[:v_half], p_at_ms[:v_half],
                                     p_price[:v_half], p_now_ms, p_update[:v_half])
    union all
    select * from enter_or_set_aside(p_number[v_half + 1:], p_id[v_half + 1:], p_sequence[v_half + 1:],
                                     p_at_ms[v_half + 1:], p_price[v_half + 1:], p_now_ms, p_update[v_half + 1:]);
end $$;
