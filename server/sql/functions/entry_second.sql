-- The first whole second after an order was accepted: under rule 2 its entry is decided by the update for this second.
create or replace function entry_second(p_accepted_at_ms bigint) returns bigint language sql immutable parallel safe
return p_accepted_at_ms / 1000 + 1;
