-- A proposal that nobody decided in time ends by itself: its author did not withdraw it (PRODUCT.md 20.3).
alter table staff_proposal drop constraint staff_proposal_check,
  drop constraint staff_proposal_outcome_check;
alter table staff_proposal
  add constraint staff_proposal_decided check ((outcome is null or outcome = 'expired') = (decided_by is null)),
  add constraint staff_proposal_outcome_check check (outcome in ('agreed', 'refused', 'withdrawn', 'expired'));
update staff_proposal set outcome = 'expired', decided_by = null
 where outcome = 'withdrawn' and decided_at >= expires_at;
