-- Whether prices of a source are signed by others, so that rule 4 decides (docs/PROOF_FORMAT.md).
create or replace function is_signed(p_source text) returns boolean language sql immutable parallel safe return p_source = 'pyth';
