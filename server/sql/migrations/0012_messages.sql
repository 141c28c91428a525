-- What users are told, in the app and by push.

-- What the system tells a user. The client has the words; `facts` fill them in (contract/messages.ts). "Once" holds within
-- a month: each writer already writes once, in the transaction of what happened.
create sequence message_id_seq;
create table message (
  id bigint not null default nextval('message_id_seq'),
  user_id bigint not null references app_user (id),
  kind text not null,
  facts jsonb not null default '{}',
  -- What it is about: there is one message for the same user, kind and reference.
  reference text not null,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  month date not null default date_trunc('month', clock_timestamp() at time zone 'UTC')::date,
  primary key (id, month),
  constraint message_once unique (user_id, kind, reference, month)
) partition by range (month);
create table message_rest partition of message default;
-- For the sweep of old messages.
create index message_by_time on message (created_at);
create index message_newest on message (user_id, created_at desc, id desc);
create index message_unread on message (user_id) where read_at is null;

create table message_preference (
  user_id bigint primary key references app_user (id),
  muted text[] not null
);

-- Messages to everybody, or to one user, in the operator's words. One row for all users.
create table announcement (
  id bigint generated always as identity primary key,
  user_id bigint references app_user (id),
  -- Locale to { "title", "body" }.
  texts jsonb not null,
  created_at timestamptz not null
);
create index announcement_by_time on announcement (created_at desc, id desc);
-- Those to one user; those to everybody have null.
create index announcement_by_user on announcement (user_id, created_at desc, id desc);

create table announcement_read (
  user_id bigint not null references app_user (id),
  announcement_id bigint not null references announcement (id) on delete cascade,
  primary key (user_id, announcement_id)
);
-- Read marks go with their announcement: without an index, the sweep would look through all of them for each one.
create index announcement_read_by_announcement on announcement_read (announcement_id);

-- Web Push: browsers that a user let be told, one a session. It ends with the session, however that ends.
create table push_subscription (
  id bigint primary key generated always as identity,
  user_id bigint not null references app_user (id),
  session_id uuid not null unique references session (id) on delete cascade,
  -- An address of the browser's push service; nobody but this browser has it.
  endpoint text not null unique check (length(endpoint) between 10 and 1024),
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  locale text not null,
  created_at timestamptz not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  failures integer not null default 0
);
create index push_subscription_user on push_subscription (user_id);

-- What a user wants no push about; no row is nothing.
create table push_preference (
  user_id bigint primary key references app_user (id),
  off text[] not null
);

-- What waits to be pushed, a row a browser. No foreign keys: who tells a user waits for nobody who logs out, and rows
-- whose subscription has gone are dropped when their turn comes.
create table push_delivery (
  id bigint primary key generated always as identity,
  subscription_id bigint not null,
  user_id bigint not null,
  category text not null check (category in ('results', 'alerts', 'money', 'security', 'announcements')),
  -- Of the newest of `count` messages.
  kind text not null,
  facts jsonb not null,
  count integer not null check (count > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Nobody takes it earlier: it waits for others of its kind, or somebody is at it.
  due_at timestamptz not null,
  tries integer not null default 0
);
create index push_delivery_due on push_delivery (due_at);
create index push_delivery_subscription on push_delivery (subscription_id);
create index push_delivery_user on push_delivery (user_id);

-- Announcements to everybody that have not reached every subscription yet.
create table push_fanout (
  announcement_id bigint primary key references announcement (id) on delete cascade,
  after_subscription bigint not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
