-- Up Migration

-- Where a user's money goes. `sealed` holds name, number or address and account address (shared/sealing.ts); only the
-- masked number stands in the clear. `change_open`: the operator reopened it for one change.
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
create trigger payout_account_user_lives before insert or update on payout_account
  for each row execute function refuse_deleted_user();

-- Status of deposits and withdrawals: 1 under review, 2 successful, 3 failed. Amounts are minor units.
create table deposit (
  no bigint primary key,
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
  status smallint not null default 1 check (status between 1 and 3),
  reason_code text check (reason_code in ('cancelled_by_user', 'rejected', 'expired', 'gateway_refused')),
  reason_note text,
  receipt_upload_id uuid,
  created_at timestamptz not null,
  -- Null where it does not expire: credited at once, or a receipt waits for the operator.
  expires_at timestamptz,
  receipt_at timestamptz,
  -- Cancelled, rejected, refused or expired then; money that arrives all the same can still be credited.
  failed_at timestamptz,
  credited_at timestamptz,
  constraint deposit_once unique (user_id, id),
  check ((status = 1) = (failed_at is null and credited_at is null)),
  check ((status = 2) = (credited_at is not null)),
  check ((reason_code is null) = (failed_at is null))
) with (fillfactor = 80);
create sequence deposit_no owned by deposit.no;
create index deposit_by_user on deposit (user_id, no desc);
create index deposit_by_user_status on deposit (user_id, status, no desc);
create index deposit_by_status on deposit (status, no desc);
create index deposit_due on deposit (expires_at, no) where status = 1;
create trigger deposit_user_lives before insert on deposit for each row execute function refuse_deleted_user();

-- What paying services said. The same notice is answered as it was the first time.
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
  no bigint primary key,
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
  status smallint not null default 1 check (status between 1 and 3),
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
  check ((status = 1) = (ended_at is null)),
  check ((status = 2) = (payout_reference is not null)),
  check ((status = 3) = (reason_code is not null)),
  check (reason_code is distinct from 'cancelled_by_user' or picked_up_at is null),
  check (status <> 2 or picked_up_at is not null)
) with (fillfactor = 80);
create sequence withdrawal_no owned by withdrawal.no;
create index withdrawal_by_user on withdrawal (user_id, no desc) include (amount, status, created_at);
create index withdrawal_by_user_status on withdrawal (user_id, status, no desc);
create index withdrawal_by_status on withdrawal (status, no desc);
create trigger withdrawal_user_lives before insert on withdrawal for each row execute function refuse_deleted_user();

-- The capital record reads the postings of one account, newest first, by ledger_posting_account. Orders are many and
-- everything else is rare: a filter for the rest walks an index of its own, which trading does not pay for.
create index ledger_transfer_not_orders on ledger_transfer (user_id, id desc) where kind not in (10, 11, 12);

-- The first transfer that may be as new as `p_at`, by bisection over ids: they grow with time but for the moment that a
-- transfer takes and for clocks that were set back. The caller leaves room for both, and compares exactly.
create function ledger_transfer_near(p_at timestamptz) returns bigint language plpgsql stable as $$
declare
  v_low bigint := 0;
  v_high bigint := coalesce((select max(id) from ledger_transfer), 0) + 1;
  v_middle bigint;
  v_created_at timestamptz;
begin
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    select created_at into v_created_at from ledger_transfer where id >= v_middle order by id limit 1;
    if found and v_created_at < p_at then
      v_low := v_middle + 1;
    else
      v_high := v_middle;
    end if;
  end loop;
  return v_low;
end $$;
