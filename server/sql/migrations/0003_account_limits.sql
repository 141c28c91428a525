-- Limits that users set for themselves, a row each, and the raise that waits for its day and a second confirmation.
-- `value` and `raise_value` are minor units, orders or minutes; a raise without a value removes the limit.
create table account_limit (
  user_id bigint not null references app_user (id),
  kind smallint not null check (kind between 1 and 10),
  value bigint not null check (value >= 0),
  time_zone text not null,
  raise_value bigint check (raise_value > value),
  raise_from timestamptz,
  raise_until timestamptz,
  primary key (user_id, kind),
  check ((raise_from is null) = (raise_until is null)),
  check (raise_value is null or raise_from is not null)
);

-- A user who does not want to trade. `until` is null for good; trading is possible again from `reopens_at` on.
create table account_break (
  user_id bigint primary key references app_user (id),
  kind text not null check (kind in ('break', 'exclusion')),
  started_at timestamptz not null,
  until timestamptz,
  reopens_at timestamptz check (reopens_at > until)
);

-- The person behind such a user, by keyed hashes of phone number and ID number: another account of theirs is on the same break.
create table person_break (
  mark bytea primary key check (length(mark) = 32),
  kind text not null check (kind in ('break', 'exclusion')),
  started_at timestamptz not null,
  until timestamptz
);

-- A keyed hash of the document, so that one document verifies one account; null for what was submitted before.
alter table verification add column id_mark bytea check (length(id_mark) = 32);
create unique index verification_document on verification (id_mark) where status = 'verified';
