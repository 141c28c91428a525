-- What a proposal says about a person goes with its end (server/src/staff/proposalEnds.ts).
update staff_proposal set params = params - '{note,bornOn,validUntil}'::text[]
 where outcome is not null and params ?| '{note,bornOn,validUntil}'::text[];
