-- One store of what waits for a second person, from the console and from the command line (PRODUCT.md 20.3). People are named as the
-- audit log names them, since with demo funds a name may be typed.
drop table approval;
drop table staff_proposal;
create table staff_proposal (
  id bigint generated always as identity primary key,
  action text not null,
  subject text not null,
  params jsonb not null,
  -- Parameters about a person; deleted when the proposal ends.
  sealed_params text,
  reason text not null check (reason <> ''),
  proposed_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text check (outcome in ('agreed', 'refused', 'withdrawn', 'expired')),
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  check (outcome is null or sealed_params is null),
  constraint staff_proposal_second_person check (decided_by is null or (decided_by = proposed_by) = (outcome = 'withdrawn')),
  constraint staff_proposal_decided check ((outcome is null or outcome = 'expired') = (decided_by is null))
);
create unique index staff_proposal_once on staff_proposal (action, subject) where outcome is null;
create index staff_proposal_open on staff_proposal (id) where outcome is null;
create index staff_proposal_ended on staff_proposal (action, outcome, id) where outcome is not null;
create index staff_proposal_by_author on staff_proposal (proposed_by, id);
