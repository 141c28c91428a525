-- People who work in the staff console (PRODUCT.md 20). What they did stands in `audit_entry`, under their login.
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
  expires_at timestamptz not null
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

-- What one person asked for and a second one has to agree to. It is closed once, by somebody else or by its author's withdrawal.
create table staff_proposal (
  id bigint generated always as identity primary key,
  action text not null,
  subject text not null,
  params jsonb not null,
  reason text not null check (reason <> ''),
  proposed_by bigint not null references staff_member (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text check (outcome in ('agreed', 'refused', 'withdrawn')),
  decided_by bigint references staff_member (id),
  decided_at timestamptz,
  check ((outcome is null) = (decided_by is null)),
  check (decided_by is null or (decided_by = proposed_by) = (outcome = 'withdrawn'))
);
create index staff_proposal_open on staff_proposal (id) where outcome is null;
create unique index staff_proposal_once on staff_proposal (action, subject) where outcome is null;

-- Who works on an item of a queue, so that nobody else does the same.
create table queue_claim (
  queue text not null check (queue in ('verifications', 'deposits', 'withdrawals')),
  key text not null,
  staff_id bigint not null references staff_member (id),
  until timestamptz not null,
  primary key (queue, key)
);

-- What a person has moved on their own authority on a day (UTC), in minor units.
create table staff_day (
  staff_id bigint not null references staff_member (id),
  day date not null,
  action text not null,
  amount bigint not null check (amount >= 0),
  primary key (staff_id, day, action)
);
