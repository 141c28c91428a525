-- Deletes signatures of acceptances that the key of their time did not make, as the caller has found: a node signs the text of each
-- again when somebody asks, and Ed25519 gives the same bytes if the right key had signed. Of the order nothing changes.
-- It runs with the rights of the owner, as nobody else may delete any.
create or replace function drop_foreign_acceptances(p_orders bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
begin
  alter table acceptance disable trigger acceptance_append_only;
  delete from acceptance where order_number = any (p_orders);
  alter table acceptance enable trigger acceptance_append_only;
end $$;

revoke execute on function drop_foreign_acceptances(bigint[]) from public;
