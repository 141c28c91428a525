-- Drops a partition whose rows are all in the archive, and nothing else. `p_hashes` are those of the files as the store gave them
-- back, 16,384 rows each; they are compared with the rows themselves, and what is noted of each file is computed here.
-- `p_newest` is what `resting_partition` said before the files were written. Runs with the rights of the owner. Waits for
-- statements on the table: the caller bounds that with `lock_timeout`.
create or replace function drop_archived_partition(p_name text, p_before_ms bigint, p_newest text, p_hashes bytea[], p_now_ms bigint)
returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  v_parent text := (select parent from table_partition where name = p_name);
  v_upper bigint := (select upper from table_partition where name = p_name);
  v_folder text := 'records/' || replace(p_name, '_', '-') || '/';
  v_key text;
  v_order text;
  v_end timestamptz;
begin
  if coalesce(v_parent in ('trade_order', 'ledger_posting', 'audit_entry'), false) is false then
    raise exception '% is no partition that is archived', p_name using errcode = '42501';
  end if;
  v_key := case v_parent when 'trade_order' then 'id::text' when 'ledger_posting' then 'lpad(transfer_id::text, 20, ''0'')'
                         else 'lpad(id::text, 20, ''0'')' end;
  v_order := case v_parent when 'trade_order' then 'id, user_id' when 'ledger_posting' then 'transfer_id, account_id' else 'id' end;
  if resting_partition(v_parent, p_name, p_before_ms) is distinct from p_newest then
    raise exception '% took a row while it was archived', p_name;
  end if;
  -- Without a lock, as settlement and placement name all partitions in their plans; what comes now changes the newest row.
  execute format(
    'insert into record_archive (object_key, parent, first_key, last_key, records, sha256)
       select %L || lpad(part::text, 8, ''0''), %L, min(key), max(key), count(*),
              sha256(convert_to(string_agg(line, E''\n'' order by place), ''UTF8''))
         from (select row_number() over placed as place, (row_number() over placed - 1) / 16384 as part,
                      %s collate "C" as key, to_jsonb(record)::text as line
                 from %I record window placed as (order by %s)) rows
        group by part', v_folder, v_parent, v_key, p_name, v_order);
  if (select coalesce(array_agg(sha256 order by object_key), '{}') from record_archive
       where parent = v_parent and starts_with(object_key, v_folder)) is distinct from p_hashes then
    raise exception '% is not what the archive has', p_name using errcode = '42501';
  end if;
  if v_parent = 'trade_order' then
    execute format('select to_timestamp(max(closed_at_ms) / 1000.0) from %I', p_name) into v_end;
    execute format(
      'insert into order_archive_total as total (user_id, orders, profit_loss)
         select user_id, count(*), sum(profit_loss)::bigint from %I group by user_id
       on conflict (user_id) do update set orders = total.orders + excluded.orders,
                                           profit_loss = total.profit_loss + excluded.profit_loss', p_name);
  elsif v_parent = 'ledger_posting' then
    -- Transfers are numbered in the order of time but for what was under way at once.
    select max(created_at) into v_end
      from (select created_at from ledger_transfer where id < v_upper order by id desc limit 65536) newest;
    execute format(
      'insert into ledger_archive_total as total (account_id, amount)
         select account_id, sum(amount)::bigint from %I group by account_id
       on conflict (account_id) do update set amount = total.amount + excluded.amount', p_name);
  end if;
  execute format('lock table %I in access exclusive mode', v_parent);
  -- Asked again, as nothing can come any more.
  if resting_partition(v_parent, p_name, p_before_ms) is distinct from p_newest then
    raise exception '% took a row while it was archived', p_name;
  end if;
  if v_parent = 'audit_entry' and p_newest = (select id::text from audit_end) then
    raise exception 'the newest entry of the audit log stays' using errcode = '42501';
  end if;
  if v_end is not null then
    insert into archive_end as known (parent, at) values (v_parent, v_end)
      on conflict (parent) do update set at = greatest(known.at, excluded.at);
  end if;
  perform log_archived(v_folder, p_now_ms);
  execute format('drop table %I', p_name);
  delete from table_partition where name = p_name;
end $$;
revoke execute on function drop_archived_partition(text, bigint, text, bytea[], bigint) from public;
