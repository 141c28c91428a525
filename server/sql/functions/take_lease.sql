-- The new token, or null while another holds it. `p_stalled_beat` is a beat that the caller has watched for long enough.
create or replace function take_lease(p_name text, p_holder text, p_ttl_ms int, p_stalled_beat bigint, p_force boolean)
returns bigint language plpgsql as $$
declare
  v_token bigint;
begin
  -- Waits for a write of the holder that is under way, and for no renewal: see hold_lease.
  perform 1 from lease where name = p_name for update;
  update lease
     set holder = p_holder, token = token + 1, beat = beat + 1,
         expires_at = clock_timestamp() + p_ttl_ms * interval '1 millisecond'
   where name = p_name
     and (holder is null or holder = p_holder or expires_at <= clock_timestamp() or beat = p_stalled_beat or p_force)
  returning token into v_token;
  return v_token;
end $$;
