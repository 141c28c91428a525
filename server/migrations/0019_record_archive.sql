-- Up Migration

-- Files of old records in the object store: each holds up to 16,384 rows of a partition that was dropped, as JSON, a line
-- each, in the order of their keys. `sha256` is of the text before it was compressed and sealed.
create table record_archive (
  object_key text primary key,
  parent text not null check (parent in ('trade_order', 'ledger_posting', 'audit_entry')),
  -- Keys of the first and the last row: an order's id; the number of a transfer or of an entry of the audit log, padded to
  -- 20 digits. As text, both sort as they should.
  first_key text collate "C" not null,
  last_key text collate "C" not null,
  records int not null check (records > 0),
  sha256 bytea not null,
  archived_at timestamptz not null default clock_timestamp()
);
create index record_archive_by_key on record_archive (parent, first_key);
create trigger record_archive_append_only before update or delete or truncate on record_archive
  for each statement execute function refuse_change();

-- What the archived postings of an account add up to: its balance is this and the postings that are still here.
create table ledger_archived (
  account_id bigint primary key references ledger_account (id),
  amount bigint not null
);

-- What the archived orders of a user add up to.
create table order_archived (
  user_id bigint primary key references app_user (id),
  orders bigint not null,
  profit_loss bigint not null
);
