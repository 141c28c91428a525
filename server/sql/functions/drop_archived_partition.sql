-- Drops a partition whose rows are all in the archive, and nothing else: `p_newest` is what `resting_partition` said before
-- its files were written. It runs with the rights of the owner. Waits for statements on the table: the caller bounds that with
-- `lock_timeout`.
create or replace function drop_archived_partition(p_name text, p_before_ms bigint, p_newest text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_parent text := (select parent from table_partition where name = p_name);
  v_upper bigint := (select upper from table_partition where name = p_name);
  v_rows bigint;
  v_archived bigint;
  v_end timestamptz;
begin
  if coalesce(v_parent in ('trade_order', 'ledger_posting', 'audit_entry'), false) is false then
    raise exception '% is no partition that is archived', p_name using errcode = '42501';
  end if;
  -- Without a lock, as settlement and placement name all partitions in their plans; what comes now changes the newest row.
  execute format('select count(*) from %I', p_name) into v_rows;
  select coalesce(sum(file.records), 0) into v_archived from record_archive file
   where file.parent = v_parent and starts_with(file.object_key, 'records/' || replace(p_name, '_', '-') || '/');
  if v_parent = 'trade_order' then
    execute format('select to_timestamp(max(closed_at_ms) / 1000.0) from %I', p_name) into v_end;
  elsif v_parent = 'ledger_posting' then
    -- Transfers are numbered in the order of time but for what was under way at once.
    select max(created_at) into v_end
      from (select created_at from ledger_transfer where id < v_upper order by id desc limit 65536) newest;
  end if;
  execute format('lock table %I in access exclusive mode', v_parent);
  -- Asked again, as nothing can come any more.
  if resting_partition(v_parent, p_name, p_before_ms) is distinct from p_newest then
    raise exception '% took a row while it was archived', p_name;
  end if;
  if v_rows <> v_archived then
    raise exception '% has % rows, of which % are in the archive', p_name, v_rows, v_archived using errcode = '42501';
  end if;
  if v_end is not null then
    insert into archive_end as known (parent, at) values (v_parent, v_end)
      on conflict (parent) do update set at = greatest(known.at, excluded.at);
  end if;
  execute format('drop table %I', p_name);
  delete from table_partition where name = p_name;
end $$;
revoke execute on function drop_archived_partition(text, bigint, text) from public;
