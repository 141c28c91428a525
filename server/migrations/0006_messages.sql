-- Up Migration

-- What the system tells a user. The client has the words; `facts` fill them in (contract/messages.ts).
create table message (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  kind text not null,
  facts jsonb not null default '{}',
  -- What it is about: the same user, kind and reference are told once.
  reference text not null,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  constraint message_once unique (user_id, kind, reference)
);
create index message_by_user on message (user_id, id desc);
create index message_unread on message (user_id) where read_at is null;
