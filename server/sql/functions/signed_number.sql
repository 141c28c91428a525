-- The signed big-endian number of eight bytes at a place, counted from 0.
create or replace function signed_number(p_bytes bytea, p_at int) returns bigint language sql immutable parallel safe
return ('x' || encode(substr(p_bytes, p_at + 1, 8), 'hex'))::bit(64)::bigint;
