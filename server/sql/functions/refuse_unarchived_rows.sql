-- A transfer of an order, a settlement or a head leaves only if a file of the archive has it; one file at a time.
create or replace function refuse_unarchived_rows() returns trigger language plpgsql as $$
declare
  v_first bigint;
  v_last bigint;
  v_bound boolean := true;
begin
  if tg_table_name = 'ledger_transfer' then
    select min(id), max(id), coalesce(bool_and(kind in (transfer_order_placed(), transfer_order_settled(), transfer_order_voided())), true)
      into v_first, v_last, v_bound from gone;
  elsif tg_table_name = 'settlement' then
    select min(leaf), max(leaf) into v_first, v_last from gone;
  else
    select min(number), max(number) into v_first, v_last from gone;
  end if;
  if v_first is not null and not (v_bound and exists (
    select from record_archive file
     where file.parent = tg_table_name and file.first_key <= lpad(v_first::text, 20, '0')
       and file.last_key >= lpad(v_last::text, 20, '0'))) then
    raise exception '% is append-only', tg_table_name using errcode = '2F002';
  end if;
  return null;
end $$;
