-- How far the archive goes: the newest instant that a moved row speaks of. Statements of a month that has begun before it are
-- incomplete. Written by drop_archived_partition.
create table archive_end (
  parent text primary key,
  at timestamptz not null
);
-- What was moved before: an order is closed within a day of its id and another of its life; a transfer has its own time.
insert into archive_end (parent, at)
  select 'trade_order', to_timestamp(('x' || left(replace(max(last_key), '-', ''), 12))::bit(48)::bigint / 1000.0) + interval '2 days'
    from record_archive where parent = 'trade_order' having count(*) > 0
  union all
  select 'ledger_posting', max(newest.created_at)
    from (select created_at from ledger_transfer
           where id <= (select max(last_key)::bigint from record_archive where parent = 'ledger_posting')
           order by id desc limit 65536) newest
   having count(*) > 0;
