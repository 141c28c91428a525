-- Up Migration

-- A deleted user keeps the row, because postings point to it, but nothing that says who it was.
alter table app_user add column deleted_at timestamptz;
alter table app_user drop constraint app_user_account_check;
alter table app_user add constraint app_user_account_form check (
  case when deleted_at is null then account ~ '^[A-Za-z0-9_]{6,12}$' else account = '~' || id::text end);

-- For tables that hold something personal: a request that was under way during a deletion brings nothing back. The lock
-- waits for the deletion to commit, and then sees it.
create function refuse_deleted_user() returns trigger language plpgsql as $$
begin
  perform 1 from app_user where id = new.user_id and deleted_at is null for key share;
  if not found then
    raise exception 'user % was deleted', new.user_id using errcode = 'FT410';
  end if;
  return new;
end $$;
create trigger session_user_lives before insert on session for each row execute function refuse_deleted_user();

-- Wrong guesses of what guards money and identity, a row for each kind: 'trade_password', 'login_password' (asked again
-- inside a session), 'second_factor', 'change_code'. Login itself counts in login_attempt, by account.
create table guess (
  user_id bigint not null references app_user (id),
  kind text not null,
  failures int not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz,
  primary key (user_id, kind)
);

-- Device names that a user has logged in from; a new one is told.
create table known_device (
  user_id bigint not null references app_user (id),
  device text not null,
  first_seen_at timestamptz not null,
  primary key (user_id, device)
);
create trigger known_device_user_lives before insert on known_device
  for each row execute function refuse_deleted_user();

create table second_factor (
  user_id bigint primary key references app_user (id),
  sealed_secret text not null,
  -- Null while it is only being set up; then it counts for nothing and expires.
  enabled_at timestamptz,
  setup_expires_at timestamptz not null,
  -- The newest time step whose code was used: a code counts once.
  last_step bigint not null default 0
);
create trigger second_factor_user_lives before insert on second_factor
  for each row execute function refuse_deleted_user();

create table recovery_code (
  user_id bigint not null references app_user (id),
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
create trigger recovery_code_user_lives before insert on recovery_code
  for each row execute function refuse_deleted_user();

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
create trigger change_code_user_lives before insert on change_code
  for each row execute function refuse_deleted_user();

-- Pictures. The bytes lie in the object store, encrypted with a key of their own that is sealed here.
create table upload (
  user_id bigint not null references app_user (id),
  id uuid not null,
  purpose text not null check (purpose in ('id_front', 'id_back', 'deposit_receipt')),
  -- SHA-256 of what was sent: the same id with other bytes is refused.
  body_hash bytea not null,
  object_key text not null unique,
  sealed_key text not null,
  created_at timestamptz not null,
  -- Null until the store has it.
  stored_at timestamptz,
  -- What uses it, for example 'verification'; null until then.
  attached_to text,
  delete_after timestamptz,
  primary key (user_id, id)
);
create index upload_by_user on upload (user_id, created_at);
create index upload_due on upload (delete_after) where delete_after is not null;
create trigger upload_user_lives before insert on upload for each row execute function refuse_deleted_user();

-- One row a user; a submission after a rejection replaces the one before and counts `attempt` on.
create table verification (
  user_id bigint primary key references app_user (id),
  attempt int not null,
  status text not null check (status in ('submitted', 'under_verification', 'verified', 'rejected')),
  nationality text not null,
  sealed_name text not null,
  sealed_id_number text not null,
  front_photo_id uuid not null,
  back_photo_id uuid not null,
  submitted_at timestamptz not null,
  opened_at timestamptz,
  decided_at timestamptz,
  reason text
);
create index verification_waiting on verification (submitted_at, user_id)
  where status in ('submitted', 'under_verification');
create trigger verification_user_lives before insert on verification
  for each row execute function refuse_deleted_user();
