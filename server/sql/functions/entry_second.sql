-- The second of an order's entry: the first whole one after `accepted_at_ms`, which follows from the id.
create or replace function entry_second(p_accepted_at_ms bigint) returns bigint language sql immutable parallel safe
return p_accepted_at_ms / 1000 + 1;
