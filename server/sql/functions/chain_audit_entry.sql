create or replace function chain_audit_entry() returns trigger language plpgsql as $$
begin
  -- One writer at a time, until it commits; the id is taken inside, so that ids and chain have one order.
  perform pg_advisory_xact_lock(4207001);
  new.id := nextval('audit_entry_id_seq');
  new.previous_hash := coalesce((select hash from audit_entry order by id desc limit 1), decode(repeat('00', 32), 'hex'));
  new.hash := audit_hash(new.previous_hash, new);
  return new;
end $$;
