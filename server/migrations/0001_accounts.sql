-- Up Migration

-- Account-opening codes. Each user owns one; the operator may issue others (owner is null then).
create table opening_code (
  code text primary key check (code ~ '^[A-Z0-9]{6}$'),
  owner_user_id bigint,
  issued_by text,
  created_at timestamptz not null default clock_timestamp()
);

create table app_user (
  id bigint generated always as identity primary key,
  account text not null check (account ~ '^[A-Za-z0-9_]{6,12}$'),
  nickname text not null,
  phone_country text not null,
  phone_e164 text not null,
  login_password_hash text not null,
  trade_password_hash text not null,
  opening_code text not null unique references opening_code (code),
  invited_by_code text references opening_code (code),
  created_at timestamptz not null default clock_timestamp(),
  constraint app_user_phone unique (phone_e164)
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

-- What operators did. Nothing here is ever changed or deleted.
create table audit_entry (
  id bigint generated always as identity primary key,
  actor text not null check (actor <> ''),
  reason text not null check (reason <> ''),
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '2F002';
end $$;

-- One trigger call per statement, so that guarding a large insert-only table costs nothing.
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();
