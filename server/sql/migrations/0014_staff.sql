-- The back office: who works in it, what they propose and decide, and the log of it (PRODUCT.md 20).

-- People who work in the staff console. What they did is in `audit_entry`, under their login.
create table staff_member (
  id bigint generated always as identity primary key,
  login text not null unique check (login ~ '^[a-z][a-z0-9._-]{2,31}$'),
  name text not null,
  roles text[] not null check (cardinality(roles) > 0),
  password_hash text not null,
  sealed_secret text not null,
  -- The newest time step of the authenticator app that was used: each code counts once.
  last_step bigint not null default 0,
  invited_by text,
  joined_at timestamptz not null,
  last_seen_at timestamptz,
  disabled_at timestamptz
);

create table staff_invitation (
  token_hash bytea primary key,
  login text not null,
  name text not null,
  roles text[] not null,
  sealed_secret text not null,
  invited_by text,
  expires_at timestamptz not null,
  -- For somebody who has an account: taken, the invitation replaces password and authenticator.
  resets boolean not null default false
);

create table staff_session (
  token_hash bytea primary key,
  staff_id bigint not null references staff_member (id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ends_at timestamptz not null
);
create index staff_session_by_member on staff_session (staff_id);

create table staff_guess (
  staff_id bigint primary key references staff_member (id),
  failures integer not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);

-- Tries at the secrets of staff, by a hash of what is counted and the login that was typed, whether anybody has it or not: an unknown
-- login is answered as a known one.
create table staff_try (
  key bytea primary key,
  failures int not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz,
  locks int not null default 0
);

-- With what a person signs in at the command line (PRODUCT.md 20.10). Only the hash is kept.
create table staff_key (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member (id),
  name text not null,
  key_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index staff_key_by_member on staff_key (staff_id);

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

-- Who made it possible that somebody signs in: by an invitation, a reset or a link to the identity provider. For a time the two are
-- not two people to the house (PRODUCT.md 20.3).
create table staff_tie (
  login text not null,
  made_by text not null,
  -- Nobody agreed to it: whom one person has made alone are not two people for each other, either.
  alone boolean not null,
  at timestamptz not null,
  primary key (login, made_by)
);
create index staff_tie_by_time on staff_tie (at);

-- One store of what waits for a second person, from the console and from the command line (PRODUCT.md 20.3). People are named as the
-- audit log names them, since with demo funds a name may be typed.
create table staff_proposal (
  id bigint generated always as identity primary key,
  action text not null,
  subject text not null,
  params jsonb not null,
  -- Parameters about a person; deleted when the proposal ends.
  sealed_params text,
  reason text not null check (reason <> ''),
  proposed_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text check (outcome in ('agreed', 'refused', 'withdrawn', 'expired')),
  decided_by text,
  decided_at timestamptz,
  -- Why it was refused, so that a list of ended proposals needs no search of the audit log.
  decision_reason text,
  check (outcome is null or sealed_params is null),
  constraint staff_proposal_second_person check (decided_by is null or (decided_by = proposed_by) = (outcome = 'withdrawn')),
  constraint staff_proposal_decided check ((outcome is null or outcome = 'expired') = (decided_by is null))
);
create unique index staff_proposal_once on staff_proposal (action, subject) where outcome is null;
create index staff_proposal_open on staff_proposal (id) where outcome is null;
-- A page of ended ones: of each action that the reader may decide, and those that the reader has made.
create index staff_proposal_ended on staff_proposal (action, outcome, id) where outcome is not null;
create index staff_proposal_by_author on staff_proposal (proposed_by, id);

-- What a person has moved on their own authority on a day (UTC), in minor units.
create table staff_day (
  staff_id bigint not null references staff_member (id),
  day date not null,
  action text not null,
  amount bigint not null check (amount >= 0),
  primary key (staff_id, day, action)
);

-- Who works on an item of a queue, so that nobody else does the same.
create table queue_claim (
  queue text not null check (queue in ('verifications', 'deposits', 'withdrawals')),
  key text not null,
  staff_id bigint not null references staff_member (id),
  until timestamptz not null,
  primary key (queue, key)
);

-- What operators did; nothing here is ever changed or deleted. The log is a chain: each entry's hash covers the entry and
-- the hash before it, so that nothing can be taken out, put in or changed afterwards without every later hash showing it
-- (`ops audit verify`).
create sequence audit_entry_id_seq;
create table audit_entry (
  -- chain_audit_entry numbers it.
  id bigint not null default 0,
  actor text not null check (actor <> ''),
  reason text not null check (reason <> ''),
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  previous_hash bytea not null,
  hash bytea not null,
  primary key (id, created_at)
) partition by range (created_at);
create table audit_entry_rest partition of audit_entry default;
-- The audit log is searched by who, by what and by whom it concerns, newest first.
create index audit_entry_by_actor on audit_entry (actor, id desc);
create index audit_entry_by_action on audit_entry (action, id desc);
create index audit_entry_by_subject on audit_entry (subject, id desc);

-- The newest entry of the audit log. The next one is chained to it, whatever has become of the entries before.
create table audit_end (
  one boolean primary key default true check (one),
  id bigint not null,
  hash bytea not null
);
