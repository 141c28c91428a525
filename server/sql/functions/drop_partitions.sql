-- Drops partitions of one table that end by `p_upper`: those without a row, or all of them, as only messages may go.
-- Returns their names. It runs with the rights of the owner, so that nobody else needs any on tables.
create or replace function drop_partitions(p_parent text, p_upper bigint, p_only_empty boolean) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_name text;
  v_filled boolean;
begin
  if not p_only_empty and p_parent <> 'message' then
    raise exception 'partitions of % are dropped when they are empty', p_parent using errcode = '42501';
  end if;
  for v_name in select name from table_partition where parent = p_parent and upper <= p_upper order by upper loop
    execute format('select exists (select from %I)', v_name) into v_filled;
    continue when v_filled and p_only_empty;
    execute format('lock table %I in access exclusive mode', p_parent);
    execute format('select exists (select from %I)', v_name) into v_filled;
    continue when v_filled and p_only_empty;
    execute format('drop table %I', v_name);
    delete from table_partition where name = v_name;
    return next v_name;
  end loop;
end $$;
revoke execute on function drop_partitions(text, bigint, boolean) from public;
