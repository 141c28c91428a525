-- A phone number is stored sealed, beside what finds it: the digest of it under each sealing key that was configured when it was
-- written. A digest is there once, so a number belongs to one user or one registration. Until an operator has said that all nodes
-- seal ("ops keys seal-phones"), numbers stay in the columns phone_e164, where older nodes look for them; from then on those hold
-- a mark of no meaning that begins with "~", and a trigger refuses anything else.
create table user_phone (
  user_id bigint primary key references app_user (id),
  sealed text not null
);
create table phone_mark (
  mark bytea primary key check (octet_length(mark) = 32),
  key_name text not null,
  user_id bigint references app_user (id),
  registration bytea references registration (token_hash) on delete cascade,
  check (num_nonnulls(user_id, registration) = 1)
);
create index phone_mark_by_user on phone_mark (user_id) where user_id is not null;
create index phone_mark_by_registration on phone_mark (registration) where registration is not null;
alter table registration add column sealed_phone text;
-- One row from then on, for good.
create table phones_sealed (
  one boolean primary key default true check (one),
  since timestamptz not null default clock_timestamp()
);
