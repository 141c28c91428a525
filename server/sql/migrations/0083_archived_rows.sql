-- Transfers of orders, settlements and heads go to the archive, too: row by row, as no key of theirs holds a time by which they
-- could be divided into partitions.
alter table record_archive drop constraint record_archive_parent_check,
  add constraint record_archive_parent_check check (parent in ('trade_order', 'ledger_posting', 'audit_entry',
    'ledger_transfer', 'settlement', 'tree_head'));
-- When the first and the last of a file's settlements were closed.
alter table record_archive add column from_ms bigint, add column to_ms bigint;
create index record_archive_by_time on record_archive (parent, to_ms) where to_ms is not null;
-- A head that goes would look for its orders in every partition. Archived heads open as before.
alter table trade_order drop constraint trade_order_head_number_fkey;
-- What settlement_day counts of archived settlements.
create table settlement_archive_day (
  day int not null,
  product_id int not null references product (id),
  orders bigint not null,
  no_entry_tick bigint not null,
  too_few_ticks bigint not null,
  stale_at_expiry bigint not null,
  primary key (day, product_id)
);
