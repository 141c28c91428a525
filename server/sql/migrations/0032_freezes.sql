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
