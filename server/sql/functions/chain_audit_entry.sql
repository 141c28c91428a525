-- Chains an entry to the newest one, which only this function writes: with the rights of the owner, as nobody else may.
create or replace function chain_audit_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One writer at a time, until it commits; the id is taken inside, so that ids and chain have one order.
  perform pg_advisory_xact_lock(4207001);
  new.id := nextval('audit_entry_id_seq');
  new.previous_hash := coalesce((select hash from audit_end), decode(repeat('00', 32), 'hex'));
  new.hash := audit_hash(new.previous_hash, new);
  insert into audit_end (id, hash) values (new.id, new.hash)
    on conflict (one) do update set id = excluded.id, hash = excluded.hash;
  return new;
end $$;
revoke execute on function chain_audit_entry() from public;
