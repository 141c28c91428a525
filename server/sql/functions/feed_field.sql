-- Returns a field of an event of feeds by its name (docs/PROOF_FORMAT.md); the event is of the kind `p_kind`.
create or replace function feed_field(p_entry text, p_kind text, p_name text) returns text language sql immutable parallel safe as $$
  select leaf_field(p_entry, 'feed|1', case p_kind
    when 'audit' then array['at', 'kind', 'symbol', 'audit_entry', 'hash']
    when 'stopped' then array['at', 'kind', 'symbol', 'last_at'] end, p_name)
$$;
