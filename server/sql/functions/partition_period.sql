-- The start of the period of `p_now_ms`, which messages and the audit log take from the clock of the database, and that
-- many periods later.
create or replace function partition_period(p_table partitioned_table, p_now_ms bigint, p_later int) returns timestamp
language sql volatile as $$
  select date_trunc(p_table.period, case when p_table.real_clock then clock_timestamp()
                                         else to_timestamp(p_now_ms / 1000.0) end at time zone 'UTC')
         + p_later * ('1 ' || p_table.period)::interval
$$;
