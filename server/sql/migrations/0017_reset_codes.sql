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

alter table login_record drop constraint login_record_outcome_check;
alter table login_record add constraint login_record_outcome_check
  check (outcome in ('signed_in', 'new_device', 'second_factor_wrong', 'password_reset'));
