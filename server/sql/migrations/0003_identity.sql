-- Pictures that users upload, and the check of their identity.

-- Pictures. The bytes are in the object store, encrypted with a key of their own that is sealed here.
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
  -- A picture that cannot be read counts as an upload of its day, because it took the same time; its row goes after a day, as
  -- others do.
  refused_at timestamptz,
  primary key (user_id, id)
);
create index upload_by_user on upload (user_id, created_at);
create index upload_due on upload (delete_after) where delete_after is not null;
-- `ops objects check` and `objects back-up` read photos in the order of the bytes of their keys, as the store lists them; the
-- unique index sorts by the collation of the database.
create index upload_by_key on upload (object_key collate "C");

-- One row a user; a submission after a rejection replaces the one before and increases `attempt`.
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
  reason text,
  -- A keyed hash of the document: one document verifies one account.
  id_mark bytea check (length(id_mark) = 32),
  -- Until when the document of a verified person is valid, as its reviewer read it; null if it has no such date.
  valid_until date,
  -- 1 once its user was told that it ends soon, 2 once it has ended.
  expiry_told smallint not null default 0
);
create index verification_waiting on verification (submitted_at, user_id)
  where status in ('submitted', 'under_verification');
create unique index verification_document on verification (id_mark) where status = 'verified';
create index verification_expiry on verification (valid_until) where status = 'verified' and expiry_told < 2;
