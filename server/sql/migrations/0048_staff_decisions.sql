-- How a proposal of the command line ended that nobody carried out (PRODUCT.md 20.3).
alter table approval
  add column outcome text check (outcome in ('refused', 'withdrawn')),
  add column closed_by text,
  add column closed_at timestamptz,
  add constraint approval_closed check (
    (outcome is null) = (closed_by is null) and (outcome is null) = (closed_at is null)
    and (outcome is null or approved_by is null)
    and case outcome when 'refused' then closed_by <> proposed_by when 'withdrawn' then closed_by = proposed_by else true end);
drop index approval_open;
create index approval_open on approval (expires_at) where approved_by is null and outcome is null;

-- A line of a bank statement that pays no deposit and needs no more work (PRODUCT.md 20.11): who says so, and why.
alter table bank_statement_line
  add column aside_by text,
  add column aside_at timestamptz,
  add column aside_reason text,
  add constraint bank_statement_line_aside check (
    (aside_by is null) = (aside_at is null) and (aside_by is null) = (aside_reason is null));

-- What users read for a reason that staff choose, where it differs from what the app ships with. A decision
-- names the version that it was taken with, so that its words stay.
create table operator_reason (
  id bigint generated always as identity primary key,
  code text not null check (code ~ '^[a-z][a-z_]{1,31}$' and code <> 'other'),
  version integer not null check (version > 0),
  what text not null check (what in ('verification', 'deposit', 'withdrawal', 'freeze')),
  -- Whether staff may choose it from this version on.
  offered boolean not null,
  texts jsonb not null,
  made_by text not null check (made_by <> ''),
  made_at timestamptz not null,
  unique (code, version)
);
