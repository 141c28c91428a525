-- The account of this kind of a user; null for a user without accounts.
create or replace function ledger_account_id(p_user bigint, p_kind smallint) returns bigint language sql stable as $$
  select id from ledger_account where user_id = p_user and kind = p_kind
$$;
