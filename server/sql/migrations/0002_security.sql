-- What guards money and identity: guesses, second factors, codes, passkeys, and what staff hold back or stop.

-- Wrong guesses of what guards money and identity, a row for each kind: 'trade_password', 'login_password' (asked again
-- inside a session), 'second_factor', 'change_code'. Login itself counts in login_lane, by account and origin.
create table guess (
  user_id bigint not null references app_user (id),
  kind text not null,
  failures int not null,
  -- Locks in a row: each is longer than the one before.
  locks int not null default 0,
  last_failed_at timestamptz not null,
  locked_until timestamptz,
  primary key (user_id, kind)
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

-- Passkeys (WebAuthn): what a user signs in with and confirms money out with instead of passwords and codes.
create table passkey (
  id uuid primary key,
  user_id bigint not null references app_user (id),
  credential_id bytea not null unique check (length(credential_id) between 16 and 1023),
  public_key bytea not null check (length(public_key) between 1 and 2048),
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- What the user's authenticators know the account by; the same for all passkeys of a user, and no personal data.
  user_handle bytea not null check (length(user_handle) between 1 and 64),
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- Challenges that were answered rightly, so that no answer counts twice; kept until they would have expired anyway.
create table used_challenge (
  challenge bytea primary key,
  expires_at timestamptz not null
);
create index used_challenge_expiry on used_challenge (expires_at);

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

-- What an operator issues to a user who forgot a password, after a check of identity. Only the hash is kept; one a user and kind.
create table reset_code (
  user_id bigint not null references app_user (id),
  kind text not null check (kind in ('login', 'trade')),
  code_hash bytea not null,
  issued_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, kind)
);

-- Withdrawals of a user begin only after `until`: after a change of what guards the money. One row a user, of the hold that ends last.
create table withdrawal_hold (
  user_id bigint primary key references app_user (id),
  reason text not null check (reason in ('new_device', 'password', 'second_factor', 'payout_account', 'reset')),
  until timestamptz not null
);

-- What staff have stopped for a user (PRODUCT.md 20.7). `reason` is one of OPERATOR_REASONS.freeze, with a note behind it.
create table account_freeze (
  user_id bigint not null references app_user (id),
  kind text not null check (kind in ('login', 'orders', 'money_out')),
  reason text not null check (reason <> ''),
  frozen_by text not null,
  frozen_at timestamptz not null,
  primary key (user_id, kind)
);

-- What staff have written down about a user, for each other. Nothing is changed; all of it goes when the user is deleted.
create table user_note (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  author text not null,
  text text not null check (text <> ''),
  created_at timestamptz not null
);
create index user_note_by_user on user_note (user_id, id);
