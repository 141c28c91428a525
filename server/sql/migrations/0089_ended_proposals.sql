-- Why a proposal was refused stands beside it, too, so that a list of ended proposals needs no search of the audit log.
alter table staff_proposal add column decision_reason text;
alter table approval add column decision_reason text;
update staff_proposal set decision_reason = entry.reason
  from audit_entry entry
 where staff_proposal.outcome = 'refused' and entry.subject = staff_proposal.subject
   and entry.action = staff_proposal.action || '.refused' and entry.details ->> 'proposal' = staff_proposal.id::text;
update approval set decision_reason = entry.reason
  from audit_entry entry
 where approval.outcome = 'refused' and entry.subject = approval.subject
   and entry.action = approval.action || '.refused' and entry.details ->> 'approval' = approval.id::text;
-- A page of ended ones: of each action that the reader may decide, and those that the reader has made.
create index staff_proposal_ended on staff_proposal (action, outcome, id) where outcome is not null;
create index staff_proposal_by_author on staff_proposal (proposed_by, id);
