-- Prices as they came, and what is made of them.

-- The tick log. Only append_ticks writes here; `numeric` without a scale keeps every digit of the feed.
create table tick (
  product_id int not null references product (id),
  sequence bigint not null,
  at_ms bigint not null,
  price numeric not null check (price > 0),
  size numeric not null check (size >= 0),
  source text not null,
  source_at_ms bigint not null,
  instrument text not null default '-',
  -- The number that the exchange gave the trade.
  trade bigint,
  primary key (product_id, sequence, at_ms)
) partition by range (at_ms);
create table tick_rest partition of tick default;
create index tick_by_time on tick (product_id, at_ms desc, sequence desc) include (price);

-- One row a product: the last tick, and the watermark. No tick with at_ms <= through_ms is ever appended.
create table tick_head (
  product_id int primary key references product (id),
  sequence bigint not null default 0,
  at_ms bigint not null default 0,
  through_ms bigint not null default 0
) with (fillfactor = 50);

-- The newest tick of each source of a product: its prices are taken in the order in which it gave them, whatever process logs them.
create table tick_source (
  product_id int not null references product (id),
  source text not null,
  instrument text not null,
  source_at_ms bigint not null,
  -- The highest number of a trade so far.
  trade bigint,
  primary key (product_id, source, instrument)
) with (fillfactor = 50);

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

create table candle (
  product_id int not null references product (id),
  interval text not null check (interval in ('1m', '5m', '15m', '1h', '1d')),
  open_at_ms bigint not null,
  open numeric not null,
  high numeric not null,
  low numeric not null,
  close numeric not null,
  volume numeric not null,
  amount numeric not null,
  primary key (product_id, interval, open_at_ms)
) partition by range (open_at_ms);
create table candle_rest partition of candle default;

-- The log of what changed about where prices come from (docs/PROOF.md, "Feeds"). `entry` is the leaf.
create table feed_event (
  leaf bigint primary key,
  at_ms bigint not null,
  kind text not null,
  symbol text not null,
  entry text not null
);
create index feed_event_by_kind on feed_event (kind, symbol, leaf);

-- Hours of the simulated market whose seed is not public yet (docs/PROOF_FORMAT.md, "Simulated prices"). The hash of each is in the
-- log of feeds; the seed goes there when the hour is over, and the row away.
create table simulated_hour (
  hash text primary key,
  from_ms bigint not null,
  until_ms bigint not null,
  seed text not null,
  -- What each product begins with, and how it moves.
  plan text not null
);

-- Prices that others have signed (docs/PROOF_FORMAT.md), each the first of its second. Only lately published ones are here:
-- what decided an order is in the order. The columns beside `proof` are for finding it; what decides is read from `proof`.
create table signed_update (
  product_id int not null references product (id),
  signer_set text not null,
  -- Seconds since 1970.
  publish_at bigint not null,
  proof bytea not null,
  primary key (product_id, signer_set, publish_at)
);
-- Signatures do not shrink.
alter table signed_update alter column proof set storage external;
