-- True, and so until the end of the transaction; raises FT001 when the lease has another holder by now.
create or replace function hold_lease(p_name text, p_token bigint) returns boolean language plpgsql as $$
begin
  -- Renewals change no key, so they need not wait for this lock; take_lease does.
  perform 1 from lease where name = p_name and token = p_token and holder is not null for key share;
  if not found then
    raise exception 'the lease % with token % has been lost', p_name, p_token using errcode = 'FT001';
  end if;
  return true;
end $$;
