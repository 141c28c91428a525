-- Up Migration

-- The audit log is a chain: each entry's hash covers the entry and the hash before it, so that nothing can be taken out,
-- put in or changed afterwards without every later hash telling (`ops audit verify`).
alter table audit_entry add column previous_hash bytea, add column hash bytea;

create function audit_hash(p_previous bytea, p_entry audit_entry) returns bytea language sql stable as $$
  select sha256(p_previous || convert_to(
    jsonb_build_array(p_entry.id, p_entry.actor, p_entry.reason, p_entry.action, p_entry.subject, p_entry.details,
                      to_char(p_entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'UTF8'))
$$;

alter table audit_entry disable trigger audit_entry_append_only;
do $$
declare
  v_entry audit_entry;
  v_previous bytea := decode(repeat('00', 32), 'hex');
begin
  for v_entry in select * from audit_entry order by id loop
    update audit_entry set previous_hash = v_previous, hash = audit_hash(v_previous, v_entry) where id = v_entry.id
      returning hash into v_previous;
  end loop;
end $$;
alter table audit_entry enable trigger audit_entry_append_only;
alter table audit_entry alter column previous_hash set not null, alter column hash set not null;

create function chain_audit_entry() returns trigger language plpgsql as $$
begin
  -- One writer at a time, until it commits; the id is taken inside, so that ids and chain have one order.
  perform pg_advisory_xact_lock(4207001);
  new.id := nextval(pg_get_serial_sequence('audit_entry', 'id'));
  new.previous_hash := coalesce((select hash from audit_entry order by id desc limit 1), decode(repeat('00', 32), 'hex'));
  new.hash := audit_hash(new.previous_hash, new);
  return new;
end $$;
create trigger audit_entry_chain before insert on audit_entry for each row execute function chain_audit_entry();

-- A change above the threshold waits for a second operator, who repeats the command with the proposal's number.
create table approval (
  id bigint generated always as identity primary key,
  action text not null,
  subject text not null,
  -- SHA-256 of everything that the command would do.
  digest bytea not null,
  proposed_by text not null,
  reason text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  check (approved_by is null or approved_by <> proposed_by)
);
create index approval_open on approval (expires_at) where approved_by is null;
