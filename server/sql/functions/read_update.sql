-- Contents of a signed update in canonical form: its feed, its price with exactly the digits of its exponent, and
-- seconds since 1970. Its one message comes after ten bytes, the signed part whose length is at place 8, the count and
-- the length of the message.
create or replace function read_update(p_proof bytea, out feed text, out price numeric, out publish_at bigint, out previous_at bigint)
language plpgsql immutable parallel safe as $$
declare
  v_at int := 13 + 256 * get_byte(p_proof, 8) + get_byte(p_proof, 9);
  v_expo int := ('x' || encode(substr(p_proof, v_at + 50, 4), 'hex'))::bit(32)::int;
begin
  feed := encode(substr(p_proof, v_at + 2, 32), 'hex');
  price := signed_number(p_proof, v_at + 33) * ('1e' || v_expo)::numeric;
  publish_at := signed_number(p_proof, v_at + 53);
  previous_at := signed_number(p_proof, v_at + 61);
end $$;
