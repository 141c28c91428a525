-- The balance of a user's account; 0 for a user without accounts.
create or replace function ledger_balance(p_user bigint, p_kind smallint) returns bigint language sql stable as $$
  select coalesce(sum(balance), 0)::bigint from ledger_account where user_id = p_user and kind = p_kind
$$;
