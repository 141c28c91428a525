-- Money in and out.

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
  -- Which kinds there are is said once, by contract/depositKinds.ts.
  channel_kind text not null check (channel_kind ~ '^[a-z_]{2,20}$'),
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
-- What came in and went out on a day (PRODUCT.md 20.13) is found by day.
create index deposit_by_credit on deposit (credited_at) where credited_at is not null;

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
create index withdrawal_by_payment on withdrawal (ended_at) where status = money_successful();

-- Bank statements that a cashier imports (PRODUCT.md 20.11), and the lines that came with each for the first time.
create table bank_statement (
  id bigint generated always as identity primary key,
  file_name text not null,
  format text not null check (format in ('csv', 'mt940', 'camt053')),
  own_account text,
  imported_by text not null,
  imported_at timestamptz not null,
  lines integer not null check (lines > 0),
  added integer not null check (added >= 0),
  outgoing integer not null check (outgoing >= 0)
);

create table bank_statement_line (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statement (id),
  place integer not null,
  -- The same line of another file, or of another format, has the same.
  fingerprint bytea not null unique,
  booked_on date not null,
  amount bigint not null check (amount <> 0),
  currency text not null,
  -- Of the deposit that the text names; null where it names none, or several.
  reference text,
  named text not null check (named in ('exact', 'inexact', 'several', 'none')),
  -- Null once the user was deleted whose deposit it names.
  sealed_text text,
  -- It pays no deposit and needs no more work (PRODUCT.md 20.11): who says so, and why.
  aside_by text,
  aside_at timestamptz,
  aside_reason text,
  constraint bank_statement_line_aside check (
    (aside_by is null) = (aside_at is null) and (aside_by is null) = (aside_reason is null))
);
create index bank_statement_line_by_statement on bank_statement_line (statement_id, id);
create index bank_statement_line_by_reference on bank_statement_line (reference, id) where reference is not null;
create index bank_statement_line_by_day on bank_statement_line (booked_on);
