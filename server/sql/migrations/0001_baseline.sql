-- Tables, sequences and indexes. Functions are in ../functions, triggers in ../triggers.sql, the names of statuses and kinds
-- in ../constants.sql; ../schema.sql shows the whole as it is now. Amounts are minor units; instants that end in `_ms` are
-- milliseconds since 1970.

-- Users ---------------------------------------------------------------------------------------------------------------

-- Account-opening codes. Each user owns one; the operator may issue others (owner is null then).
create table opening_code (
  code text primary key check (code ~ '^[A-Z0-9]{6}$'),
  owner_user_id bigint,
  issued_by text,
  created_at timestamptz not null default clock_timestamp()
);

-- A deleted user keeps the row, because postings point to it, but nothing that says who it was.
create table app_user (
  id bigint generated always as identity primary key,
  account text not null,
  nickname text not null,
  phone_country text not null,
  phone_e164 text not null,
  login_password_hash text not null,
  trade_password_hash text not null,
  opening_code text not null unique references opening_code (code),
  invited_by_code text references opening_code (code),
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  constraint app_user_phone unique (phone_e164),
  constraint app_user_account_form check (
    case when deleted_at is null then account ~ '^[A-Za-z0-9_]{6,12}$' else account = '~' || id::text end)
);
create unique index app_user_account on app_user (lower(account));

alter table opening_code add foreign key (owner_user_id) references app_user (id);

-- Step one of a registration: account and phone stay reserved until the ticket expires.
create table registration (
  token_hash bytea primary key,
  account_key text not null unique,
  account text not null,
  phone_country text not null,
  phone_e164 text not null unique,
  opening_code text not null references opening_code (code),
  expires_at timestamptz not null
);
create index registration_expiry on registration (expires_at);

create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id bigint not null references app_user (id),
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Absolute end; the idle end follows from last_seen_at.
  expires_at timestamptz not null
);
create index session_by_user on session (user_id, created_at);
create index session_expiry on session (expires_at);

-- Wrong logins per account, also for accounts that do not exist: the answer must not tell which is which.
create table login_attempt (
  account_key text primary key,
  failures int not null,
  last_failed_at timestamptz not null,
  next_allowed_at timestamptz not null
);

create table setting (
  key text primary key,
  value jsonb not null
);

-- Security ------------------------------------------------------------------------------------------------------------

-- Wrong guesses of what guards money and identity, a row for each kind: 'trade_password', 'login_password' (asked again
-- inside a session), 'second_factor', 'change_code'. Login itself counts in login_attempt, by account.
create table guess (
  user_id bigint not null references app_user (id),
  kind text not null,
  failures int not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz,
  primary key (user_id, kind)
);

-- Device names that a user has logged in from; the user is notified of a new one.
create table known_device (
  user_id bigint not null references app_user (id),
  device text not null,
  first_seen_at timestamptz not null,
  primary key (user_id, device)
);

create table second_factor (
  user_id bigint primary key references app_user (id),
  sealed_secret text not null,
  -- Null while it is only being set up; then it counts for nothing and expires.
  enabled_at timestamptz,
  setup_expires_at timestamptz not null,
  -- The newest time step whose code was used: a code counts once.
  last_step bigint not null default 0
);

create table recovery_code (
  user_id bigint not null references app_user (id),
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- One-time codes of customer service for a change of a password; a new one replaces the one before.
create table change_code (
  user_id bigint not null references app_user (id),
  kind text not null check (kind in ('login', 'trade')),
  code_hash bytea not null,
  issued_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, kind)
);

-- Pictures. The bytes are in the object store, encrypted with a key of their own that is sealed here.
create table upload (
  user_id bigint not null references app_user (id),
  id uuid not null,
  purpose text not null check (purpose in ('id_front', 'id_back', 'deposit_receipt')),
  -- SHA-256 of what was sent: the same id with other bytes is refused.
  body_hash bytea not null,
  object_key text not null unique,
  sealed_key text not null,
  created_at timestamptz not null,
  -- Null until the store has it.
  stored_at timestamptz,
  -- What uses it, for example 'verification'; null until then.
  attached_to text,
  delete_after timestamptz,
  primary key (user_id, id)
);
create index upload_by_user on upload (user_id, created_at);
create index upload_due on upload (delete_after) where delete_after is not null;

-- One row a user; a submission after a rejection replaces the one before and increases `attempt`.
create table verification (
  user_id bigint primary key references app_user (id),
  attempt int not null,
  status text not null check (status in ('submitted', 'under_verification', 'verified', 'rejected')),
  nationality text not null,
  sealed_name text not null,
  sealed_id_number text not null,
  front_photo_id uuid not null,
  back_photo_id uuid not null,
  submitted_at timestamptz not null,
  opened_at timestamptz,
  decided_at timestamptz,
  reason text
);
create index verification_waiting on verification (submitted_at, user_id)
  where status in ('submitted', 'under_verification');

-- Ledger --------------------------------------------------------------------------------------------------------------

-- Funding and fees have 16 rows each: deposits, withdrawals and registrations of different users would otherwise wait for one
-- another at one row. Each user always has the same one (`house_stripe`). Trading and savings interest are touched once a
-- batch, not once a user, and have one row.
create table ledger_account (
  id bigint generated always as identity primary key,
  user_id bigint references app_user (id),
  kind smallint not null,
  balance bigint not null default 0,
  version bigint not null default 0,
  stripe smallint not null default 0,
  -- Numbers (100 funding, 103 fees): each statement prepares its checks again, and a name would cost it some microseconds.
  constraint ledger_account_owner check ((user_id is null) = (kind >= 100)),
  constraint ledger_account_not_negative check (kind >= 100 or balance >= 0),
  constraint ledger_account_stripe check (stripe = 0 or kind in (100, 103))
) with (fillfactor = 70);
create unique index ledger_account_user on ledger_account (user_id, kind) where user_id is not null;
create unique index ledger_account_house on ledger_account (kind, stripe) where user_id is null;

insert into ledger_account (kind)
  values (account_funding()), (account_trading()), (account_savings_interest()), (account_fees());
insert into ledger_account (kind, stripe)
  select kind, stripe from unnest(array[account_funding(), account_fees()]) as kind, generate_series(1, 15) as stripe;

create table ledger_transfer (
  id bigint generated by default as identity primary key,
  user_id bigint references app_user (id),
  kind smallint not null,
  reference uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint ledger_transfer_once unique nulls not distinct (user_id, kind, reference)
);
-- The capital record reads the postings of one account, newest first, by ledger_posting_account. Orders are many and
-- everything else is rare: a filter for the rest walks an index of its own, which trading does not pay for.
create index ledger_transfer_not_orders on ledger_transfer (user_id, id desc)
  where kind not in (transfer_order_placed(), transfer_order_settled(), transfer_order_voided());

create table ledger_posting (
  transfer_id bigint not null references ledger_transfer (id),
  account_id bigint not null references ledger_account (id),
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  primary key (transfer_id, account_id)
) partition by range (transfer_id);
create table ledger_posting_rest partition of ledger_posting default;
create index ledger_posting_account on ledger_posting (account_id, transfer_id desc) include (amount);

-- What the archived postings of an account add up to: its balance is this and the postings that are still here.
create table ledger_archive_total (
  account_id bigint primary key references ledger_account (id),
  amount bigint not null
);

-- Market --------------------------------------------------------------------------------------------------------------

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
  -- { "timeZone": "Asia/Hong_Kong", "alwaysOpen": false, "hours": [{ "day": 1, "open": "09:30", "close": "12:00" }] }
  calendar jsonb not null,
  stake_min bigint not null check (stake_min > 0),
  stake_max bigint not null,
  stake_presets bigint[] not null,
  stale_after_ms int not null default 5000,
  entry_timeout_ms int not null default 5000,
  source text not null,
  created_at timestamptz not null default clock_timestamp(),
  check (stake_max >= stake_min)
);

create table product_duration (
  product_id int not null references product (id),
  seconds int not null check (seconds between 1 and 86400),
  earnings_rate_bp int not null check (earnings_rate_bp between 0 and 1000000),
  primary key (product_id, seconds)
);

-- The tick log. Only append_ticks writes here; `numeric` without a scale keeps every digit of the feed.
create table tick (
  product_id int not null references product (id),
  sequence bigint not null,
  at_ms bigint not null,
  price numeric not null check (price > 0),
  size numeric not null check (size >= 0),
  source text not null,
  source_at_ms bigint not null,
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

-- Proof ---------------------------------------------------------------------------------------------------------------

-- The settlement log: one leaf a closed order, in the order of closing. The text is what is hashed (docs/PROOF.md); the
-- order's id in it is random, so a published hash tells nothing to anyone who does not hold the receipt.
create table settlement (
  leaf bigint primary key,
  -- Not a foreign key: only `log_settlements` writes here, from the orders themselves, which are never deleted.
  order_number bigint not null unique,
  entry text not null
);
create table settlement_log (
  one boolean primary key default true check (one),
  size bigint not null default 0
);
insert into settlement_log default values;

-- Inner nodes of the trees from level 8 up (256 leaves and more); below that the leaves themselves are quick to hash.
-- Tree 0 is the settlements, any other is the product of that id. A complete node never changes.
create table log_node (
  tree int not null,
  level smallint not null,
  position bigint not null,
  hash bytea not null,
  primary key (tree, level, position)
);

-- Signed states of all trees. `sizes` maps symbol to number of ticks; roots follow from the logs.
create table tree_head (
  number bigint primary key,
  at_ms bigint not null,
  sizes jsonb not null,
  market_root bytea not null,
  settlement_size bigint not null,
  settlement_root bytea not null,
  previous bytea not null,
  hash bytea not null,
  signature bytea not null,
  public_key bytea not null
);

-- Orders --------------------------------------------------------------------------------------------------------------

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
  source text not null,
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
  -- The head that was signed before the order was settled.
  head_number bigint references tree_head (number),
  constraint trade_order_once unique (user_id, id)
) partition by range (id);
create table trade_order_rest partition of trade_order default with (fillfactor = 80);
-- Unique by its sequence; said here, so that the planner knows.
create unique index trade_order_number on trade_order (number, id);
create index trade_order_pending on trade_order (accepted_at_ms, number) where status = order_pending();
create index trade_order_due on trade_order (expires_at_ms, number) where status = order_open();
create index trade_order_holding on trade_order (user_id, number desc) where status <= order_open();
create index trade_order_closed on trade_order (user_id, closed_at_ms desc, number desc) include (profit_loss)
  where status > order_open();

-- What the archived orders of a user add up to.
create table order_archive_total (
  user_id bigint primary key references app_user (id),
  orders bigint not null,
  profit_loss bigint not null
);

-- Money in and out ----------------------------------------------------------------------------------------------------

-- Where a user's money goes. `sealed` holds name, number or address and account address (shared/sealing.ts); only the
-- masked number is readable. `change_open`: the operator reopened it for one change.
create table payout_account (
  user_id bigint primary key references app_user (id),
  kind text not null check (kind in ('bank_card', 'currency_address')),
  nationality text not null,
  bank text,
  chain text,
  masked text not null,
  sealed text not null,
  bound_at timestamptz not null,
  -- Counts the bindings.
  version int not null default 1,
  change_open boolean not null default false,
  check ((kind = 'bank_card') = (bank is not null) and (kind = 'currency_address') = (chain is not null))
);

create table deposit (
  number bigint primary key,
  user_id bigint not null references app_user (id),
  -- Made by the client; another user's same id is another deposit.
  id uuid not null,
  reference text not null unique,
  channel text not null,
  channel_kind text not null check (channel_kind in ('demo', 'bank', 'currency', 'gateway')),
  channel_label text,
  amount bigint not null check (amount > 0),
  body_hash bytea not null,
  -- What the user was told to do, as it was then.
  instructions jsonb not null,
  status smallint not null default money_under_review() check (status between money_under_review() and money_failed()),
  reason_code text check (reason_code in ('cancelled_by_user', 'rejected', 'expired', 'gateway_refused')),
  reason_note text,
  receipt_upload_id uuid,
  created_at timestamptz not null,
  -- Null where it does not expire: credited at once, or a receipt waits for the operator.
  expires_at timestamptz,
  receipt_at timestamptz,
  -- Cancelled, rejected, refused or expired then; money that arrives afterwards can still be credited.
  failed_at timestamptz,
  credited_at timestamptz,
  constraint deposit_once unique (user_id, id),
  check ((status = money_under_review()) = (failed_at is null and credited_at is null)),
  check ((status = money_successful()) = (credited_at is not null)),
  check ((reason_code is null) = (failed_at is null))
) with (fillfactor = 80);
create sequence deposit_number_seq owned by deposit.number;
create index deposit_by_user on deposit (user_id, number desc);
create index deposit_by_user_status on deposit (user_id, status, number desc);
create index deposit_by_status on deposit (status, number desc);
create index deposit_due on deposit (expires_at, number) where status = money_under_review();

-- What payment services said. The same notice is answered as it was the first time.
create table deposit_notice (
  channel text not null,
  notice_id text not null,
  body_hash bytea not null,
  reference text not null,
  status text not null,
  -- As it was sent, as a decimal string.
  amount text not null,
  -- Null where it was carried out, else the code that it was refused with.
  refusal text,
  received_at timestamptz not null,
  primary key (channel, notice_id)
);
create index deposit_notice_by_reference on deposit_notice (reference, received_at);

create table withdrawal (
  number bigint primary key,
  user_id bigint not null references app_user (id),
  id uuid not null,
  reference text not null unique,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  body_hash bytea not null,
  -- The payout account as it was then. `sealed_payee` is null once its user was deleted.
  method_kind text not null check (method_kind in ('bank_card', 'currency_address')),
  method_name text not null,
  method_masked text not null,
  sealed_payee text,
  status smallint not null default money_under_review() check (status between money_under_review() and money_failed()),
  reason_code text check (reason_code in ('cancelled_by_user', 'rejected')),
  reason_note text,
  -- The bank's or chain's own.
  payout_reference text,
  created_at timestamptz not null,
  expected_at timestamptz not null,
  picked_up_at timestamptz,
  picked_up_by text,
  ended_at timestamptz,
  constraint withdrawal_once unique (user_id, id),
  check ((status = money_under_review()) = (ended_at is null)),
  check ((status = money_successful()) = (payout_reference is not null)),
  check ((status = money_failed()) = (reason_code is not null)),
  check (reason_code is distinct from 'cancelled_by_user' or picked_up_at is null),
  check (status <> money_successful() or picked_up_at is not null)
) with (fillfactor = 80);
create sequence withdrawal_number_seq owned by withdrawal.number;
create index withdrawal_by_user on withdrawal (user_id, number desc) include (amount, status, created_at);
create index withdrawal_by_user_status on withdrawal (user_id, status, number desc);
create index withdrawal_by_status on withdrawal (status, number desc);

-- Savings -------------------------------------------------------------------------------------------------------------

-- A fund with NAV 1, so that a share is a minor unit of money, and the ledger accounts savings_pending and
-- savings_confirmed are the shares. Every day here is a day of Asia/Shanghai.

-- Days without trading, beside Saturdays and Sundays. The operator keeps it (`savings calendar`).
create table savings_closed_day (
  day date primary key check (extract(isodow from day) < 6),
  note text not null
);

-- 2026: the market's notice for that year. 2027: as best known when this was written, derived from the lunar calendar and
-- the law on public holidays; the operator corrects it when the market's own notice appears.
insert into savings_closed_day (day, note)
  select day::date, note
    from (values
      ('2026-01-01', '2026-01-02', 'New Year'),
      ('2026-02-16', '2026-02-23', 'Spring Festival'),
      ('2026-04-06', '2026-04-06', 'Qingming Festival'),
      ('2026-05-01', '2026-05-05', 'Labour Day'),
      ('2026-06-19', '2026-06-19', 'Dragon Boat Festival'),
      ('2026-09-25', '2026-09-25', 'Mid-Autumn Festival'),
      ('2026-10-01', '2026-10-07', 'National Day'),
      ('2027-01-01', '2027-01-01', 'New Year'),
      ('2027-02-05', '2027-02-12', 'Spring Festival (expected)'),
      ('2027-04-05', '2027-04-05', 'Qingming Festival (expected)'),
      ('2027-05-03', '2027-05-05', 'Labour Day (expected)'),
      ('2027-06-09', '2027-06-09', 'Dragon Boat Festival (expected)'),
      ('2027-09-15', '2027-09-15', 'Mid-Autumn Festival (expected)'),
      ('2027-10-01', '2027-10-07', 'National Day (expected)')
    ) as holiday (first, last, note),
    generate_series(first::date, last::date, interval '1 day') as day
   where extract(isodow from day) < 6;

-- Income of a day for 10,000.00 of shares, times 10^4: 0.6543 is 6543.
create table savings_income (
  day date primary key,
  per_ten_thousand_e4 bigint not null check (per_ten_thousand_e4 between 0 and 100000),
  source text not null check (source in ('operator', 'demo')),
  -- Grows with every correction.
  revision int not null default 1
);

-- One row: how far the fund has come. Its lock is the right to accrue.
create table savings_fund (
  one boolean primary key default true check (one),
  -- The last day that everybody's earnings are booked for; null before the first.
  accrued_through date,
  -- The day under way, and the last saver of it that is done.
  accruing date,
  last_user_id bigint not null default 0
);
insert into savings_fund default values;

-- Users who have ever put something in. The row is the lock of a saver's deposits, transfers out and earnings.
create table savings_account (
  user_id bigint primary key references app_user (id),
  -- What is left over below a minor unit, in 10^-8 of it.
  carry bigint not null default 0 check (carry >= 0 and carry < 100000000),
  earned bigint not null default 0
) with (fillfactor = 70);

create table savings_movement (
  number bigint generated by default as identity primary key,
  user_id bigint not null references savings_account (user_id),
  -- Made by the client; another user's same id is another movement.
  id uuid not null,
  kind smallint not null check (kind in (savings_deposit(), savings_transfer_out())),
  amount bigint not null check (amount > 0),
  status smallint not null
    check (status = savings_pending() and kind = savings_deposit() or status = savings_confirmed()),
  -- The day whose limits it uses up.
  day date not null,
  -- Deposits: T, the trading day that counts.
  trade_day date check ((trade_day is null) = (kind = savings_transfer_out())),
  -- The first day whose earning share it changes: a deposit's day of confirmation, a transfer out's own day.
  counts_on date not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  constraint savings_movement_once unique (user_id, id)
) with (fillfactor = 90);
create index savings_movement_by_user on savings_movement (user_id, number desc);
create index savings_movement_by_kind on savings_movement (user_id, kind, number desc);
create index savings_movement_counts on savings_movement (user_id, counts_on);
create index savings_movement_pending on savings_movement (counts_on, number) where status = savings_pending();

-- One day's earnings of one saver, with everything that they were computed from.
create table savings_earning (
  user_id bigint not null references savings_account (user_id),
  day date not null,
  share bigint not null check (share > 0),
  per_ten_thousand_e4 bigint not null,
  amount bigint not null check (amount >= 0),
  carry_before bigint not null,
  carry_after bigint not null check (carry_after >= 0 and carry_after < 100000000),
  primary key (user_id, day),
  constraint savings_earning_formula
    check (amount::numeric * 100000000 + carry_after = share::numeric * per_ten_thousand_e4 + carry_before)
);

-- Messages and content ------------------------------------------------------------------------------------------------

-- What the system tells a user. The client has the words; `facts` fill them in (contract/messages.ts). "Once" holds within
-- a month: each writer already writes once, in the transaction of what happened.
create sequence message_id_seq;
create table message (
  id bigint not null default nextval('message_id_seq'),
  user_id bigint not null references app_user (id),
  kind text not null,
  facts jsonb not null default '{}',
  -- What it is about: there is one message for the same user, kind and reference.
  reference text not null,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  month date not null default date_trunc('month', clock_timestamp() at time zone 'UTC')::date,
  primary key (id, month),
  constraint message_once unique (user_id, kind, reference, month)
) partition by range (month);
create table message_rest partition of message default;
-- For the sweep of old messages.
create index message_by_time on message (created_at);
create index message_newest on message (user_id, created_at desc, id desc);
create index message_unread on message (user_id) where read_at is null;

create table message_preference (
  user_id bigint primary key references app_user (id),
  muted text[] not null
);

-- Messages to everybody, or to one user, in the operator's words. One row for all users.
create table announcement (
  id bigint generated always as identity primary key,
  user_id bigint references app_user (id),
  -- Locale to { "title", "body" }.
  texts jsonb not null,
  created_at timestamptz not null
);
create index announcement_by_time on announcement (created_at desc, id desc);
-- Those to one user; those to everybody have null.
create index announcement_by_user on announcement (user_id, created_at desc, id desc);

create table announcement_read (
  user_id bigint not null references app_user (id),
  announcement_id bigint not null references announcement (id) on delete cascade,
  primary key (user_id, announcement_id)
);
-- Read marks go with their announcement: without an index, the sweep would look through all of them for each one.
create index announcement_read_by_announcement on announcement_read (announcement_id);

-- Articles and documents. Seeds never overwrite what an operator published (`seed_hash` is null then).
create table content_item (
  id text primary key check (id ~ '^[a-z0-9-]{2,64}$'),
  kind text not null check (kind in ('news', 'document')),
  status text not null check (status in ('draft', 'published', 'withdrawn')),
  cover text,
  published_at timestamptz,
  updated_at timestamptz not null,
  -- Of the shipped files that it came from; null once an operator has changed it.
  seed_hash text,
  check (status <> 'published' or published_at is not null)
);
create index content_news on content_item (published_at desc, id desc) where kind = 'news' and status = 'published';

create table content_text (
  item_id text not null references content_item (id) on delete cascade,
  locale text not null,
  title text not null,
  summary text not null,
  -- Blocks of contract/content.ts, made from Markdown when it was imported.
  blocks jsonb not null,
  primary key (item_id, locale)
);

-- Pictures of content, named by their hash; public and immutable.
create table content_media (
  name text primary key check (name ~ '^[0-9a-f]{64}\.webp$'),
  bytes bytea not null,
  created_at timestamptz not null default clock_timestamp()
);

-- Operator ------------------------------------------------------------------------------------------------------------

-- What operators did; nothing here is ever changed or deleted. The log is a chain: each entry's hash covers the entry and
-- the hash before it, so that nothing can be taken out, put in or changed afterwards without every later hash showing it
-- (`ops audit verify`).
create sequence audit_entry_id_seq;
create table audit_entry (
  -- chain_audit_entry numbers it.
  id bigint not null default 0,
  actor text not null check (actor <> ''),
  reason text not null check (reason <> ''),
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  previous_hash bytea not null,
  hash bytea not null,
  primary key (id, created_at)
) partition by range (created_at);
create table audit_entry_rest partition of audit_entry default;

-- A change above the threshold waits for a second operator, who repeats the command with the proposal's number.
create table approval (
  id bigint generated always as identity primary key,
  action text not null,
  subject text not null,
  -- SHA-256 of everything that the command would do.
  digest bytea not null,
  proposed_by text not null,
  reason text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  check (approved_by is null or approved_by <> proposed_by)
);
create index approval_open on approval (expires_at) where approved_by is null;

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

-- Partitions ----------------------------------------------------------------------------------------------------------

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
