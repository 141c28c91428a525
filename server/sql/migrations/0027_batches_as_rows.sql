-- An order as `place_orders` takes it, and a tick as `append_ticks` does: a batch is one array of rows, whose values have names.
create type new_order as (
  user_id bigint,
  id uuid,
  product_id int,
  direction smallint,
  stake bigint,
  duration_seconds int,
  earnings_rate_bp int,
  payout bigint,
  body_hash bytea,
  source text,
  instrument text,
  arrived_at_ms bigint,
  entry_timeout_ms int,
  stale_after_ms int,
  seen_head bigint,
  seen_root bytea,
  device_key bytea,
  device_signature bytea
);

create type new_tick as (
  product_id int,
  at_ms bigint,
  price numeric,
  size numeric,
  source text,
  source_at_ms bigint,
  instrument text,
  trade bigint
);
