-- Makes the first partition of each table that has none: all up to the end of the period, or span, of now.
create or replace function make_first_partitions() returns void language plpgsql as $$
declare
  v_table partitioned_table;
  v_upper bigint;
begin
  for v_table in
    select * from partitioned_table
     where not exists (select from table_partition where parent = partitioned_table.name) order by partitioned_table.name
  loop
    if v_table.span is null then
      v_upper := extract(epoch from partition_period(v_table, (extract(epoch from clock_timestamp()) * 1000)::bigint, 1)) * 1000;
    else
      execute format('select (last_value / %s + 1) * %s from %I', v_table.span, v_table.span, v_table.numbers) into v_upper;
    end if;
    perform make_partition(v_table.name, v_table.name || '_first', null, v_upper);
  end loop;
end $$;
