-- Drops partitions of one table that end by `p_upper`: those without a row, or all of them. Answers their names.
create or replace function drop_partitions(p_parent text, p_upper bigint, p_only_empty boolean) returns setof text
language plpgsql as $$
declare
  v_name text;
  v_filled boolean;
begin
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
