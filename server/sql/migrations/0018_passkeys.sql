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
