-- The log of what changed about where prices come from (docs/PROOF.md, "Feeds"). `entry` is the leaf.
create table feed_event (
  leaf bigint primary key,
  at_ms bigint not null,
  kind text not null,
  symbol text not null,
  entry text not null
);
create index feed_event_by_kind on feed_event (kind, symbol, leaf);
