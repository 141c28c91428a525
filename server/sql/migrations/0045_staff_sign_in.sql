-- Passkeys of staff, beside the code of the authenticator (PRODUCT.md 20.2).
create table staff_passkey (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member (id),
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkey_by_member on staff_passkey (staff_id);

-- Whom an identity provider means by a subject: an administrator says so, nobody signs up.
create table staff_identity (
  issuer text not null,
  subject text not null,
  staff_id bigint not null references staff_member (id),
  linked_by text not null,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (staff_id)
);

-- A sign-in at the provider that is under way in one browser, whose cookie has the token. `staff_id` is set once the provider has
-- answered; the second factor is still to come.
create table staff_provider_visit (
  token_hash bytea primary key,
  state text not null,
  nonce text not null,
  verifier text not null,
  staff_id bigint references staff_member (id),
  expires_at timestamptz not null
);
create index staff_provider_visit_over on staff_provider_visit (expires_at);
