-- The payee's name as the bank has it, where no rule finds the verified one in it: two people of the staff decide.
alter table payout_account
  add column name_asked_at timestamptz,
  add column name_decided_at timestamptz,
  add column name_accepted boolean,
  add column name_reason text check (length(name_reason) between 1 and 340),
  add constraint payout_account_name_decision check ((name_accepted is null) = (name_decided_at is null));

create index payout_account_name_waits on payout_account (name_asked_at, user_id)
  where name_asked_at is not null and name_decided_at is null;
