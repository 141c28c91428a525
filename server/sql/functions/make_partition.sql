-- Makes a partition, and moves to it the rows that arrived before it existed. `p_lower` null: from the beginning. False
-- if another one covers a part of it. Waits for the statements that are under way on the table: the caller bounds
-- that with `lock_timeout`.
create or replace function make_partition(p_parent text, p_name text, p_lower bigint, p_upper bigint) returns boolean
language plpgsql as $$
declare
  v_rest text := p_parent || '_rest';
  v_key text;
  v_storage text;
  v_from text := partition_bound(p_parent, p_lower);
  v_to text := partition_bound(p_parent, p_upper);
begin
  if exists (select from table_partition
              where parent = p_parent and (p_lower is null or upper > p_lower)
                and coalesce(lower, p_lower, p_upper - 1) < p_upper) then
    return false;
  end if;
  select key_column, storage into strict v_key, v_storage from partitioned_table where name = p_parent;
  execute format('create table %I (like %I including all)', p_name, p_parent);
  if v_storage is not null then
    execute format('alter table %I set (%s)', p_name, v_storage);
  end if;
  execute format('lock table %I in access exclusive mode', v_rest);
  execute format('alter table %I disable trigger user', v_rest);
  execute format('with late as (delete from %I where (%L is null or %I >= %L) and %I < %L returning *) '
                 'insert into %I select * from late', v_rest, v_from, v_key, v_from, v_key, v_to, p_name);
  execute format('alter table %I enable trigger user', v_rest);
  execute format('alter table %I attach partition %I for values from (%s) to (%L)',
                 p_parent, p_name, coalesce(quote_literal(v_from), 'minvalue'), v_to);
  perform guard_partition(p_name, p_parent);
  insert into table_partition (name, parent, lower, upper) values (p_name, p_parent, p_lower, p_upper);
  return true;
end $$;
