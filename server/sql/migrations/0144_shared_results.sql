-- Results that their users let anyone open by the proof code. Codes of all results follow from the public log, so only these are open.
create table shared_result (
  user_id bigint not null references app_user (id),
  order_id uuid not null,
  -- The code without its dashes.
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  shared_at timestamptz not null,
  primary key (user_id, order_id)
);
