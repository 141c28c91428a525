-- A bound as text of the type of the table's key.
create or replace function partition_bound(p_parent text, p_at bigint) returns text language sql stable as $$
  select case key_type
    when 'uuid' then (lpad(to_hex(p_at), 12, '0') || repeat('0', 20))::uuid::text
    when 'date' then to_char(to_timestamp(p_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')
    when 'timestamptz' then to_char(to_timestamp(p_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS"+00"')
    else p_at::text
  end from partitioned_table where name = p_parent
$$;
