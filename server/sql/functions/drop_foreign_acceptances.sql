-- Deletes acceptance signatures that the caller found not to be of the key of their time. A node signs each text again
-- when somebody asks; Ed25519 gives the same bytes as the right key would have. Of the order nothing changes. It runs
-- with the rights of the owner, as nobody else may delete any.
create or replace function drop_foreign_acceptances(p_orders bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
begin
  alter table acceptance disable trigger acceptance_append_only;
  delete from acceptance where order_number = any (p_orders);
  alter table acceptance enable trigger acceptance_append_only;
end $$;

revoke execute on function drop_foreign_acceptances(bigint[]) from public;
