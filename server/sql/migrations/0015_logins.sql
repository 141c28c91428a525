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

-- A device that has signed in: it keeps a token, of which only the hash is here.
create table device (
  id uuid primary key,
  user_id bigint not null references app_user (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  name text not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index device_by_user on device (user_id, last_at desc, id desc);

alter table session add column device_id uuid references device (id) on delete set null;
create index session_by_device on session (device_id) where device_id is not null;

-- Null until the first login: the device that an account is opened on is not told of.
alter table app_user add column first_login_at timestamptz;
update app_user set first_login_at = created_at where exists (select from known_device where user_id = app_user.id);

-- Who signed in, and who had the password but not the second factor; for 90 days.
create table login_record (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  at timestamptz not null,
  device text not null,
  address text not null,
  network text not null,
  outcome text not null check (outcome in ('signed_in', 'new_device', 'second_factor_wrong')),
  reference text not null
);
create index login_record_newest on login_record (user_id, id desc);
create index login_record_age on login_record (at);

-- Locks in a row: each is longer than the one before.
alter table guess add column locks int not null default 0;

-- login_attempt and known_device are written by nodes of the version before only, while they are replaced.
