-- Writes the note of an archive file and deletes its rows, and no others: the rows' texts must have the hash of the
-- file as the store returned it, and must follow the rows archived before. Runs with the rights of the owner, as nobody
-- else may delete any.
create or replace function drop_archived_rows(p_table text, p_first bigint, p_last bigint, p_sha256 bytea, p_now_ms bigint)
returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  v_object_key text := 'records/' || replace(p_table, '_', '-') || '/' || lpad(p_first::text, 20, '0');
  v_before bigint := (select last_key::bigint from record_archive where parent = p_table order by first_key desc limit 1);
  v_next bigint;
  v_rows bigint;
  v_hash bytea;
  v_from_ms bigint;
  v_to_ms bigint;
begin
  if coalesce(p_table in ('ledger_transfer', 'settlement', 'tree_head'), false) is false then
    raise exception '% is no table whose rows are archived', p_table using errcode = '42501';
  end if;
  if p_table = 'ledger_transfer' then
    -- A transfer of another kind stays for good: it keeps what it stands for from being posted twice.
    if p_last > coalesce((select last_key::bigint from record_archive where parent = 'ledger_posting'
                           order by first_key desc limit 1), -1) then
      raise exception 'postings of these transfers are not in the archive' using errcode = '42501';
    end if;
    select min(id) into v_next from ledger_transfer
     where id > coalesce(v_before, -1) and kind in (transfer_order_placed(), transfer_order_settled(), transfer_order_voided());
    select count(*), sha256(convert_to(string_agg(to_jsonb(moved)::text, E'\n' order by moved.id), 'UTF8'))
      into v_rows, v_hash from ledger_transfer moved
     where moved.id between p_first and p_last
       and moved.kind in (transfer_order_placed(), transfer_order_settled(), transfer_order_voided());
  elsif p_table = 'settlement' then
    if exists (select from settlement moved join trade_order placed on placed.number = moved.order_number
                where moved.leaf between p_first and p_last) then
      raise exception 'orders of these settlements are not in the archive' using errcode = '42501';
    end if;
    v_next := coalesce(v_before + 1, 0);
    select count(*), sha256(convert_to(string_agg(to_jsonb(moved)::text, E'\n' order by moved.leaf), 'UTF8')),
           min(settlement_field(entry, 'closed_at')::bigint), max(settlement_field(entry, 'closed_at')::bigint)
      into v_rows, v_hash, v_from_ms, v_to_ms from settlement moved where moved.leaf between p_first and p_last;
  else
    if p_last + 512 > (select max(number) from tree_head) then
      raise exception 'the newest heads stay' using errcode = '42501';
    end if;
    v_next := coalesce(v_before + 1, 1);
    select count(*), sha256(convert_to(string_agg(to_jsonb(moved)::text, E'\n' order by moved.number), 'UTF8'))
      into v_rows, v_hash from tree_head moved where moved.number between p_first and p_last;
  end if;
  if p_first is distinct from v_next or v_hash is distinct from p_sha256 then
    raise exception '% is not what the database has', v_object_key using errcode = '42501';
  end if;
  insert into record_archive (object_key, parent, first_key, last_key, records, sha256, from_ms, to_ms)
    values (v_object_key, p_table, lpad(p_first::text, 20, '0'), lpad(p_last::text, 20, '0'), v_rows, v_hash, v_from_ms, v_to_ms);
  if p_table = 'ledger_transfer' then
    perform log_archived(v_object_key, p_now_ms);
    delete from ledger_transfer where id between p_first and p_last
      and kind in (transfer_order_placed(), transfer_order_settled(), transfer_order_voided());
  elsif p_table = 'settlement' then
    -- The public figures about them.
    insert into settlement_archive_day as known (day, product_id, orders, no_entry_tick, too_few_ticks, stale_at_expiry,
                                                  settled_late)
      select settlement_field(entry, 'closed_at')::bigint / 86400000, product.id, count(*),
             count(*) filter (where settlement_field(entry, 'void_reason') = 'no_entry_tick'),
             count(*) filter (where settlement_field(entry, 'void_reason') = 'too_few_ticks'),
             count(*) filter (where settlement_field(entry, 'void_reason') = 'stale_at_expiry'),
             count(*) filter (where settlement_field(entry, 'void_reason') = 'settled_late')
        from settlement join product on product.symbol = settlement_field(entry, 'symbol')
       where leaf between p_first and p_last group by 1, 2
    on conflict (day, product_id) do update
      set orders = known.orders + excluded.orders, no_entry_tick = known.no_entry_tick + excluded.no_entry_tick,
          too_few_ticks = known.too_few_ticks + excluded.too_few_ticks,
          stale_at_expiry = known.stale_at_expiry + excluded.stale_at_expiry,
          settled_late = known.settled_late + excluded.settled_late;
    delete from settlement where leaf between p_first and p_last;
  else
    delete from tree_head where number between p_first and p_last;
  end if;
end $$;
revoke execute on function drop_archived_rows(text, bigint, bigint, bytea, bigint) from public;
