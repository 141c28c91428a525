-- Orders, postings and entries of the audit log stay in the database: only ticks go to the object store.
do $$
begin
  if exists (select from record_archive) then
    raise exception 'Records were moved to the object store by an earlier version, and this one cannot read them: stay with it.';
  end if;
end $$;
drop trigger if exists ledger_transfer_kept on ledger_transfer;
drop trigger if exists settlement_kept on settlement;
drop trigger if exists tree_head_kept on tree_head;
drop function if exists drop_archived_partition(text, bigint, text, bytea[], bigint);
drop function if exists drop_archived_rows(text, bigint, bigint, bytea, bigint);
drop function if exists log_archived(text, bigint);
drop function if exists archive_note(record_archive);
drop function if exists refuse_unarchived_rows();
drop function if exists resting_partition(text, text, bigint);
drop table record_archive, archive_end, ledger_archive_total, order_archive_total, settlement_archive_day;
