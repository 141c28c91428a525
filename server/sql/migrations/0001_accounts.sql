-- Who has an account, and how they sign in.
--
-- The files 0001 to 0015 are the baseline: the tables, sequences and indexes of a new database, one file per domain. Functions are
-- in ../functions, triggers in ../triggers.sql, rights in ../roles.sql, the names of statuses and kinds in ../constants.sql;
-- ../schema.sql shows the whole as it is now. Amounts are minor units; instants that end in `_ms` are milliseconds since 1970.

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
  login_password_hash text not null,
  trade_password_hash text not null,
  opening_code text not null unique references opening_code (code),
  invited_by_code text references opening_code (code),
  created_at timestamptz not null default clock_timestamp(),
  -- Null until the first login: the device that an account is opened on is not told of.
  first_login_at timestamptz,
  deleted_at timestamptz,
  -- The terms of service that the user has agreed to, by the time of their text, and when; null if the operator has none.
  terms_version timestamptz,
  terms_accepted_at timestamptz,
  constraint app_user_account_form check (
    case when deleted_at is null then account ~ '^[A-Za-z0-9_]{6,12}$' else account = '~' || id::text end),
  constraint app_user_terms_whole check ((terms_version is null) = (terms_accepted_at is null))
);
create unique index app_user_account on app_user (lower(account));
alter table opening_code add foreign key (owner_user_id) references app_user (id);

-- A user's phone number, sealed. `phone_mark` finds it.
create table user_phone (
  user_id bigint primary key references app_user (id),
  sealed text not null
);

-- Step one of a registration: account and phone number stay reserved until the ticket expires.
create table registration (
  token_hash bytea primary key,
  account_key text not null unique,
  account text not null,
  phone_country text not null,
  sealed_phone text not null,
  opening_code text not null references opening_code (code),
  expires_at timestamptz not null
);
create index registration_expiry on registration (expires_at);

-- The digest of a phone number under each sealing key that was configured when it was written. A digest is there once, so a
-- number belongs to one user or one registration.
create table phone_mark (
  mark bytea primary key check (octet_length(mark) = 32),
  key_name text not null,
  user_id bigint references app_user (id),
  registration bytea references registration (token_hash) on delete cascade,
  check (num_nonnulls(user_id, registration) = 1)
);
create index phone_mark_by_user on phone_mark (user_id) where user_id is not null;
create index phone_mark_by_registration on phone_mark (registration) where registration is not null;

-- A device that has signed in: it keeps a token, of which only the hash is here.
create table device (
  id uuid primary key,
  user_id bigint not null references app_user (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  name text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- When the device has shown that it is its user's: by opening the account, or by a right trade password. Only then nobody
  -- else's wrong tries count for it (PRODUCT.md 9.5), and no newer device takes its place.
  proven_at timestamptz
);
create index device_by_user on device (user_id, last_at desc, id desc);

create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id bigint not null references app_user (id),
  device text not null,
  device_id uuid references device (id) on delete set null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Absolute end; the idle end follows from last_seen_at.
  expires_at timestamptz not null
);
create index session_by_user on session (user_id, created_at);
create index session_expiry on session (expires_at);
create index session_by_device on session (device_id) where device_id is not null;

-- Wrong logins are counted by account and by where they come from, so that nobody's guesses hold the owner off. A lane is a
-- device that the account knows, or a network. `turn_at` is a network's turn while an account is guessed at from many.
create table login_lane (
  account_key text not null,
  lane text not null,
  failures int not null default 0,
  last_failed_at timestamptz not null,
  next_allowed_at timestamptz not null,
  turn_at timestamptz,
  primary key (account_key, lane)
);
create index login_lane_age on login_lane (last_failed_at);

-- Wrong logins of an account from devices and networks that it does not know, since `since`.
create table login_pressure (
  account_key text primary key,
  since timestamptz not null,
  wrong int not null default 0
);

-- Who signed in, and who had the password but not the second factor; for 90 days.
create table login_record (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  at timestamptz not null,
  device text not null,
  address text not null,
  network text not null,
  outcome text not null check (outcome in ('signed_in', 'new_device', 'second_factor_wrong', 'password_reset')),
  reference text not null
);
create index login_record_newest on login_record (user_id, id desc);
create index login_record_age on login_record (at);
