-- Deletes the rows of one file of the archive, and nothing else: rows that are, text by text, those whose hash was noted when the
-- file was read back. It runs with the rights of the owner, as nobody else may delete any.
create or replace function drop_archived_rows(p_object_key text) returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  v_file record_archive;
  v_first bigint;
  v_last bigint;
  v_rows bigint;
  v_hash bytea;
begin
  select * into v_file from record_archive where object_key = p_object_key;
  if coalesce(v_file.parent in ('ledger_transfer', 'settlement', 'tree_head'), false) is false then
    raise exception '% is no file of rows that are archived', p_object_key using errcode = '42501';
  end if;
  v_first := v_file.first_key;
  v_last := v_file.last_key;
  if v_file.parent = 'ledger_transfer' then
    -- A transfer of another kind stays for good: it keeps what it stands for from being posted twice.
    if v_last > coalesce((select last_key::bigint from record_archive where parent = 'ledger_posting'
                           order by first_key desc limit 1), -1) then
      raise exception 'postings of these transfers are not in the archive' using errcode = '42501';
    end if;
    select count(*), sha256(convert_to(string_agg(to_jsonb(moved)::text, E'\n' order by moved.id), 'UTF8'))
      into v_rows, v_hash from ledger_transfer moved
     where moved.id between v_first and v_last
       and moved.kind in (transfer_order_placed(), transfer_order_settled(), transfer_order_voided());
  elsif v_file.parent = 'settlement' then
    if exists (select from settlement moved join trade_order placed on placed.number = moved.order_number
                where moved.leaf between v_first and v_last) then
      raise exception 'orders of these settlements are not in the archive' using errcode = '42501';
    end if;
    select count(*), sha256(convert_to(string_agg(to_jsonb(moved)::text, E'\n' order by moved.leaf), 'UTF8'))
      into v_rows, v_hash from settlement moved where moved.leaf between v_first and v_last;
  else
    if v_last + 512 > (select max(number) from tree_head) then
      raise exception 'the newest heads stay' using errcode = '42501';
    end if;
    select count(*), sha256(convert_to(string_agg(to_jsonb(moved)::text, E'\n' order by moved.number), 'UTF8'))
      into v_rows, v_hash from tree_head moved where moved.number between v_first and v_last;
  end if;
  if v_rows is distinct from v_file.records or v_hash is distinct from v_file.sha256 then
    raise exception '% is not what the database has', p_object_key using errcode = '42501';
  end if;
  if v_file.parent = 'ledger_transfer' then
    delete from ledger_transfer where id between v_first and v_last
      and kind in (transfer_order_placed(), transfer_order_settled(), transfer_order_voided());
  elsif v_file.parent = 'settlement' then
    delete from settlement where leaf between v_first and v_last;
  else
    delete from tree_head where number between v_first and v_last;
  end if;
end $$;
revoke execute on function drop_archived_rows(text) from public;
