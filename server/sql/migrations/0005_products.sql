-- What can be traded, how it changes, and what users mark or watch.

create table product (
  id int generated always as identity primary key,
  symbol text not null unique check (symbol ~ '^[A-Z0-9]{2,16}$'),
  code text not null,
  -- Locale tag to name; every locale of the interface has one.
  names jsonb not null,
  category text not null check (category in ('crypto', 'metals', 'energy', 'index', 'fx')),
  decimals smallint not null check (decimals between 0 and 8),
  recommended boolean not null default false,
  position int not null,
  maintenance boolean not null default false,
  -- Users read it as the opening time; null if the end is not known.
  maintenance_until timestamptz,
  -- { "timeZone": "Asia/Hong_Kong", "alwaysOpen": false, "hours": [{ "day": 1, "open": "09:30", "close": "12:00" }] }
  calendar jsonb not null,
  stake_min bigint not null check (stake_min > 0),
  stake_max bigint not null,
  stake_presets bigint[] not null,
  stale_after_ms int not null default 5000,
  entry_timeout_ms int not null default 5000,
  source text not null,
  -- Prices are agreed down to the instrument; `-` is for a source that has none.
  instrument text not null default '-',
  -- Counts the changes of the terms; the first terms are version 0.
  revision int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  check (stake_max >= stake_min)
);

create table product_duration (
  product_id int not null references product (id),
  seconds int not null check (seconds between 1 and 86400),
  earnings_rate_bp int not null check (earnings_rate_bp between 0 and 1000000),
  primary key (product_id, seconds)
);

-- Each change of a product, announced before it holds (PRODUCT.md 10.12). `terms` and `before` are as everybody reads them.
create table product_change (
  id bigint generated always as identity primary key,
  symbol text not null check (symbol ~ '^[A-Z0-9]{2,16}$'),
  revision integer not null check (revision > 0),
  part text not null check (part in ('added', 'names', 'durations', 'stakes', 'calendar', 'maintenance')),
  terms jsonb not null,
  before jsonb,
  announced_at timestamptz not null,
  effective_at timestamptz not null,
  applied_at timestamptz,
  withdrawn_at timestamptz,
  made_by text not null check (made_by <> ''),
  unique (symbol, revision),
  check (effective_at >= announced_at),
  check (applied_at is null or withdrawn_at is null),
  check (before is null or applied_at is not null)
);
create index product_change_due on product_change (effective_at) where applied_at is null and withdrawn_at is null;

-- What the house could have to pay for the open orders of a product and side, where that is limited (PRODUCT.md 10.13): in 16
-- rows, so that placing on many connections waits for no row of another one. The sum is what counts; one row may be negative.
create table product_exposure (
  product_id integer not null references product (id),
  direction smallint not null check (direction in (1, -1)),
  stripe smallint not null check (stripe between 0 and 15),
  open_profit bigint not null default 0,
  -- The limit, the same in all rows of a side; null for none.
  profit_max bigint check (profit_max >= 0),
  -- Up to here this row may grow without a look at the others; all together never allow more than the limit.
  quota bigint,
  primary key (product_id, direction, stripe),
  check ((profit_max is null) = (quota is null))
) with (fillfactor = 50);

-- Products that a user marked, on any device. A mark taken back stays as a row, so that an older change that arrives later
-- does not set it again.
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

-- A user's alerts on prices (contract/alerts.ts).
create table price_alert (
  number bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  -- Made by the client; another user's same id is another alert.
  id uuid not null,
  product_id int not null references product (id),
  direction smallint not null check (direction in (alert_above(), alert_below())),
  -- With exactly the decimals of the product, which is how it is shown.
  price numeric not null check (price > 0),
  state smallint not null default alert_active() check (state between alert_active() and alert_cancelled()),
  -- The newest tick when the alert was made: the first later one that reaches the price triggers it.
  after_sequence bigint not null,
  created_at_ms bigint not null,
  ended_at_ms bigint check ((ended_at_ms is null) = (state = alert_active())),
  -- The tick that triggered it, as the public log has it.
  tick_sequence bigint,
  tick_at_ms bigint,
  tick_price numeric,
  constraint price_alert_once unique (user_id, id),
  check ((state = alert_triggered())
         = (tick_sequence is not null and tick_at_ms is not null and tick_price is not null)),
  check (tick_sequence > after_sequence and (tick_price - price) * direction >= 0)
) with (fillfactor = 80);
create index price_alert_by_user on price_alert (user_id, number desc) where state = alert_active();
create unique index price_alert_same on price_alert (user_id, product_id, direction, price) where state = alert_active();
create index price_alert_active on price_alert (number) where state = alert_active();
create index price_alert_triggered on price_alert (user_id, ended_at_ms desc, number desc) where state = alert_triggered();
create index price_alert_over on price_alert (ended_at_ms) where state > alert_active();

-- Up to which tick all alerts on a product were evaluated: where a restart continues.
create table price_alert_progress (
  product_id int primary key references product (id),
  sequence bigint not null
) with (fillfactor = 50);
