create or replace function audit_hash(p_previous bytea, p_entry audit_entry) returns bytea language sql stable as $$
  select sha256(p_previous || convert_to(
    jsonb_build_array(p_entry.id, p_entry.actor, p_entry.reason, p_entry.action, p_entry.subject, p_entry.details,
                      to_char(p_entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'UTF8'))
$$;
