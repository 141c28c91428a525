-- Up Migration

-- Price alerts (contract/alerts.ts). Direction: 1 above, -1 below. State: 1 active, 2 triggered, 3 cancelled.
create table price_alert (
  no bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  -- Made by the client; another user's same id is another alert.
  id uuid not null,
  product_id int not null references product (id),
  direction smallint not null check (direction in (1, -1)),
  -- With exactly the decimals of the product, which is how it is shown.
  price numeric not null check (price > 0),
  state smallint not null default 1 check (state between 1 and 3),
  -- The newest tick when the alert was made: the first later one that reaches the price triggers it.
  after_sequence bigint not null,
  created_at_ms bigint not null,
  ended_at_ms bigint check ((ended_at_ms is null) = (state = 1)),
  -- The tick that triggered it, as the public log has it.
  tick_sequence bigint,
  tick_at_ms bigint,
  tick_price numeric,
  constraint price_alert_once unique (user_id, id),
  check ((state = 2) = (tick_sequence is not null and tick_at_ms is not null and tick_price is not null)),
  check (tick_sequence > after_sequence and (tick_price - price) * direction >= 0)
) with (fillfactor = 80);
create index price_alert_by_user on price_alert (user_id, no desc) where state = 1;
create unique index price_alert_same on price_alert (user_id, product_id, direction, price) where state = 1;
create index price_alert_active on price_alert (no) where state = 1;
create index price_alert_triggered on price_alert (user_id, ended_at_ms desc, no desc) where state = 2;
create index price_alert_over on price_alert (ended_at_ms) where state > 1;

-- Up to which tick all alerts on a product are known to have been looked at: where a restart goes on.
create table price_alert_progress (
  product_id int primary key references product (id),
  sequence bigint not null
) with (fillfactor = 50);

-- Products that a user marked, on any device. A mark taken back stays as a row: it outlives older news of the same mark.
create table favourite (
  user_id bigint not null references app_user (id),
  product_id int not null references product (id),
  marked boolean not null,
  -- When the user did it; the later one holds.
  changed_at_ms bigint not null,
  -- The list is in the order in which the marks were set.
  position bigint not null,
  primary key (user_id, product_id)
);
