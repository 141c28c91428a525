-- Creates the partitions that one table needs: the current period (or span of numbers), the next two, and the previous
-- one if rows wait for it. Returns the names of those it made. It runs with the rights of the owner, as nobody else may
-- make tables.
create or replace function make_partitions(p_parent text, p_now_ms bigint) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_table partitioned_table;
  v_since timestamp;
  v_number bigint;
  v_lower bigint;
  v_upper bigint;
  v_name text;
  v_needed boolean;
begin
  select * into strict v_table from partitioned_table where name = p_parent;
  for v_later in -1..2 loop
    if v_table.span is null then
      v_since := partition_period(v_table, p_now_ms, v_later);
      v_lower := extract(epoch from v_since) * 1000;
      v_upper := extract(epoch from v_since + ('1 ' || v_table.period)::interval) * 1000;
      v_name := p_parent || to_char(v_since, v_table.name_suffix);
    else
      continue when v_later < 0;
      execute format('select last_value from %I', v_table.numbers) into v_number;
      v_lower := (v_number / v_table.span + v_later) * v_table.span;
      v_upper := v_lower + v_table.span;
      v_name := p_parent || '_' || v_lower;
    end if;
    if v_later < 0 then
      execute format('select exists (select from %I where %I >= %L and %I < %L)', p_parent || '_rest',
                     v_table.key_column, partition_bound(p_parent, v_lower),
                     v_table.key_column, partition_bound(p_parent, v_upper)) into v_needed;
      continue when not v_needed;
    end if;
    if make_partition(p_parent, v_name, v_lower, v_upper) then
      return next v_name;
    end if;
  end loop;
end $$;
revoke execute on function make_partitions(text, bigint) from public;
