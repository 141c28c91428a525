-- A new password and authenticator for somebody who has an account: taken, the invitation replaces both.
alter table staff_invitation add column resets boolean not null default false;

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
