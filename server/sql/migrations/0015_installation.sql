-- The installation itself: settings, leases of nodes, partitions and the archive.

create table setting (
  key text primary key,
  value jsonb not null
);

-- Who leads what, for many nodes on one database. `token` grows with each holder: whatever only the leader may write is
-- written together with `hold_lease`, so a holder that was deposed without noticing cannot write. `beat` grows with each
-- renewal: a contender that has seen no renewal for the lease's time takes over, whatever the clocks say.
create table lease (
  name text primary key,
  holder text,
  token bigint not null default 0,
  beat bigint not null default 0,
  expires_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);

insert into lease (name) values ('feed'), ('upkeep'), ('setup');

-- Tables that grow are partitioned by time (docs/SCALING.md): ticks a week each, orders and messages a month, candles and
-- the audit log a year, postings 2^24 transfers, whose numbers grow with time. `<table>_first` takes everything up to the
-- end of the period of installation; `<table>_rest` takes what has no partition yet: an id from a clock that is far off, or
-- a moved clock. `make_partition` moves such rows to where they belong.
create table partitioned_table (
  name text primary key,
  key_column text not null,
  -- How a bound becomes a value of the key.
  key_type text not null check (key_type in ('number', 'uuid', 'date', 'timestamptz')),
  -- Either a period, the suffix of its partitions' names and whether it goes by the database's clock rather than the caller's...
  period text check (period in ('week', 'month', 'year')),
  name_suffix text,
  real_clock boolean not null default false,
  -- ...or this many numbers of a sequence.
  span bigint check (span > 0),
  numbers text,
  storage text,
  -- What each partition refuses: any change, or changes but for deleting what the archive has.
  guard text check (guard in ('append_only', 'archived')),
  check ((period is null) = (name_suffix is null) and (period is null) = (span is not null)
         and (span is null) = (numbers is null))
);

insert into partitioned_table (name, key_column, key_type, period, name_suffix, real_clock, span, numbers, storage, guard)
  values
    ('tick', 'at_ms', 'number', 'week', '_YYYY_MM_DD', false, null, null, null, 'archived'),
    ('candle', 'open_at_ms', 'number', 'year', '_YYYY', false, null, null, null, null),
    ('ledger_posting', 'transfer_id', 'number', null, null, false, 16777216, 'ledger_transfer_id_seq', null, 'append_only'),
    ('trade_order', 'id', 'uuid', 'month', '_YYYY_MM', false, null, null, 'fillfactor = 80', null),
    ('message', 'month', 'date', 'month', '_YYYY_MM', true, null, null, null, null),
    ('audit_entry', 'created_at', 'timestamptz', 'year', '_YYYY', true, null, null, null, 'append_only');

-- Bounds are milliseconds since 1970; of postings, numbers of transfers. From `lower` (null: from the beginning) up to, and
-- not including, `upper`.
create table table_partition (
  name text primary key,
  parent text not null references partitioned_table (name),
  lower bigint,
  upper bigint not null
);
create index table_partition_of on table_partition (parent, upper);

-- Files of old records in the object store: each holds up to 16,384 rows as JSON, a line each, in the order of their keys. Orders,
-- postings and the audit log go by partitions; transfers of orders, settlements and heads go row by row, as no key of theirs holds
-- a time by which they could be divided into partitions. `sha256` is of the text before it was compressed and sealed.
create table record_archive (
  object_key text primary key,
  parent text not null check (parent in ('trade_order', 'ledger_posting', 'audit_entry',
    'ledger_transfer', 'settlement', 'tree_head')),
  -- Keys of the first and the last row: an order's id; any other table's number, padded to 20 digits. As text, both sort as they
  -- should.
  first_key text collate "C" not null,
  last_key text collate "C" not null,
  records int not null check (records > 0),
  sha256 bytea not null,
  archived_at timestamptz not null default clock_timestamp(),
  -- When the first and the last of a file's settlements were closed.
  from_ms bigint,
  to_ms bigint,
  -- An empty first key would be passed over by whoever reads files in the order of their keys.
  constraint record_archive_keys_check check (first_key <= last_key
    and first_key ~ case parent when 'trade_order' then '^[0-9a-f-]{36}$' else '^[0-9]{20}$' end
    and last_key ~ case parent when 'trade_order' then '^[0-9a-f-]{36}$' else '^[0-9]{20}$' end)
);
create index record_archive_by_key on record_archive (parent, first_key);
create index record_archive_by_time on record_archive (parent, to_ms) where to_ms is not null;

-- How far the archive goes: the newest instant that a moved row speaks of. Statements of a month that has begun before it are
-- incomplete. Written by drop_archived_partition.
create table archive_end (
  parent text primary key,
  at timestamptz not null
);
