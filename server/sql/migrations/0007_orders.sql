-- What was agreed in each order, and how it ended.

-- Fixed-time contracts. An order's time is that of its id, a UUID of version 7: the key that makes an id count once a user
-- then holds across partitions.
create sequence trade_order_number_seq;
create table trade_order (
  number bigint not null default nextval('trade_order_number_seq'),
  user_id bigint not null references app_user (id),
  -- Made by the client; another user's same id is another order.
  id uuid not null,
  product_id int not null references product (id),
  -- Numbers in checks, as in ledger_account.
  direction smallint not null check (direction in (1, -1)),
  stake bigint not null check (stake > 0),
  duration_seconds int not null,
  earnings_rate_bp int not null,
  payout bigint not null check (payout >= stake),
  status smallint not null default order_pending() check (status between 1 and 6),
  body_hash bytea not null,
  -- What was agreed is in the order itself, so that settling looks at nothing else.
  currency text not null,
  scale smallint not null,
  source text not null,
  instrument text not null default '-',
  entry_timeout_ms int not null,
  stale_after_ms int not null,
  -- What the device signed when it asked for the order: the newest head that it had seen, and its key (docs/PROOF.md, "Ask").
  seen_head bigint not null check (seen_head >= 0),
  seen_root bytea not null,
  device_key bytea not null,
  device_signature bytea not null,
  accepted_at_ms bigint not null,
  entry_sequence bigint,
  entry_at_ms bigint,
  entry_price numeric,
  expires_at_ms bigint,
  exit_sequence bigint,
  exit_at_ms bigint,
  exit_price numeric,
  closed_at_ms bigint,
  profit_loss bigint,
  void_reason smallint,
  version int not null default 1,
  -- The head that was signed before the order was settled. Not a foreign key: a head that goes to the archive would look for its
  -- orders in every partition.
  head_number bigint,
  -- What decided an order under rule 2: the update of its entry, or the late one for which there is none, and that of its exit.
  entry_update bytea,
  exit_update bytea,
  constraint trade_order_once unique (user_id, id)
) partition by range (id);
create table trade_order_rest partition of trade_order default with (fillfactor = 80);
-- Unique by its sequence; said here, so that the planner knows.
create unique index trade_order_number on trade_order (number, id);
create index trade_order_pending on trade_order (accepted_at_ms, number) where status = order_pending();
create index trade_order_due on trade_order (expires_at_ms, number) where status = order_open();
-- Whether an order on signed prices is due is asked ten times a second; most houses have none.
create index trade_order_signed on trade_order (expires_at_ms, number) where status <= order_open() and source = 'pyth';
create index trade_order_holding on trade_order (user_id, number desc) where status <= order_open();
create index trade_order_closed on trade_order (user_id, closed_at_ms desc, number desc) include (profit_loss)
  where status > order_open();

-- What the archived orders of a user add up to.
create table order_archive_total (
  user_id bigint primary key references app_user (id),
  orders bigint not null,
  profit_loss bigint not null
);

-- How an order ends, as `settle_orders` decides it and `close_orders` books it.
create type order_end as (
  number bigint,
  id uuid,
  status smallint,
  sequence bigint,
  at_ms bigint,
  price numeric,
  void_reason smallint,
  update bytea
);

-- Orders that were due and could not be booked. Each is tried again after a while; the rest is settled without them.
create table order_set_aside (
  order_number bigint primary key,
  reason text not null,
  since_ms bigint not null,
  tries int not null default 1,
  retry_at_ms bigint not null,
  waiting boolean not null default true
);
