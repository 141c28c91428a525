-- Limits and breaks that users set for themselves (PRODUCT.md 19).

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

-- A user who does not want to trade. `until` is null for good. Trading opens at `reopens_at`, a day after
-- the person asked for it, and nobody can ask before the break is over (PRODUCT.md 19.5).
create table account_break (
  user_id bigint primary key references app_user (id),
  kind text not null check (kind in ('break', 'exclusion')),
  started_at timestamptz not null,
  until timestamptz,
  reopens_at timestamptz,
  constraint account_break_reopens check (reopens_at is null or reopens_at >= until + interval '24 hours' and until is not null)
);

-- The person behind such a user, by keyed hashes of phone number and ID number: another account of theirs is on the same break.
create table person_break (
  mark bytea primary key check (length(mark) = 32),
  kind text not null check (kind in ('break', 'exclusion')),
  started_at timestamptz not null,
  until timestamptz,
  -- When the person may trade again who asked for it after the break; null while nobody has asked. A break that is over but was
  -- never asked to end holds for another account of the person, too.
  reopens_at timestamptz,
  constraint person_break_reopens check (reopens_at is null or reopens_at >= until + interval '24 hours' and until is not null)
);

-- Who helps users in a country, entered by the operator (PRODUCT.md 19.8). `country` is null for everywhere else.
create table help_line (
  id bigint generated always as identity primary key,
  country text check (country ~ '^[A-Z]{2}$'),
  name text not null check (length(name) between 1 and 80),
  phone text check (phone ~ '^[0-9+*#() -]{3,30}$'),
  url text check (url ~ '^https://' and length(url) <= 300),
  check (phone is not null or url is not null),
  unique nulls not distinct (country, name)
);
