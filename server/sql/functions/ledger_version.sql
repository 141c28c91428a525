-- Grows with every posting on an account of the user.
create or replace function ledger_version(p_user bigint) returns bigint language sql stable as $$
  select coalesce(sum(version), 0)::bigint from ledger_account where user_id = p_user
$$;
