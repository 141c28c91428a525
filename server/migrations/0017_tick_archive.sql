-- Up Migration

-- Stretches of 2^14 ticks that were moved to the object store: complete subtrees of the product's tree, so that `root` is
-- the node of level 14 that `log_node` has kept since they were hashed, and every old proof can still be made.
create table tick_archive (
  product_id int not null references product (id),
  first bigint not null,
  last bigint not null,
  from_ms bigint not null,
  to_ms bigint not null,
  root bytea not null,
  object_key text not null unique,
  bytes int not null,
  archived_at timestamptz not null default clock_timestamp(),
  primary key (product_id, first),
  check ((first - 1) % 16384 = 0 and last = first + 16383)
);
create index tick_archive_by_time on tick_archive (product_id, to_ms);
create trigger tick_archive_append_only before update or delete or truncate on tick_archive
  for each statement execute function refuse_change();

-- A tick leaves the log only where the archive has it.
create function refuse_unarchived() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from gone g
     where not exists (select 1 from tick_archive a
                        where a.product_id = g.product_id and g.sequence between a.first and a.last)
  ) then
    raise exception 'tick is append-only' using errcode = '2F002';
  end if;
  return null;
end $$;

drop trigger tick_append_only on tick;
create trigger tick_append_only before update or truncate on tick
  for each statement execute function refuse_change();
create trigger tick_kept after delete on tick referencing old table as gone
  for each statement execute function refuse_unarchived();
