-- The newest row of a partition, as text; null while one of its rows is under way or of a time after `p_before_ms`. A row that
-- arrives changes the answer; '' says that there is none.
create or replace function resting_partition(p_parent text, p_name text, p_before_ms bigint) returns text
language plpgsql stable as $$
declare
  v_lively boolean := false;
  v_newest text;
begin
  if p_parent = 'trade_order' then
    -- The clock that made an id may have been far behind: the newest number tells.
    execute format('select exists (select from %I where status <= order_open())
                      or coalesce((select accepted_at_ms from %I order by number desc limit 1), 0) > $1', p_name, p_name)
      into v_lively using p_before_ms;
  end if;
  if v_lively then
    return null;
  end if;
  execute format('select max(%I)::text from %I',
                 case p_parent when 'trade_order' then 'number' when 'ledger_posting' then 'transfer_id' else 'id' end,
                 p_name) into v_newest;
  return coalesce(v_newest, '');
end $$;
