-- Posts one balanced transfer. Accounts are locked in id order; the same (user, kind, reference) posts once, and
-- `posted` is false for a repeat. Raises 23514 (ledger_account_not_negative) when a user's account would go below 0.
create or replace function ledger_post(
  p_user bigint, p_kind smallint, p_reference uuid, p_account bigint[], p_amount bigint[]
) returns table (transfer_id bigint, posted boolean) language plpgsql as $$
declare
  v_transfer bigint;
begin
  if (select sum(amount) from unnest(p_amount) as amount) <> 0 then
    raise exception 'postings of a transfer must sum to 0' using errcode = '22023';
  end if;
  perform 1 from ledger_account where id = any (p_account) order by id for no key update;

  insert into ledger_transfer (user_id, kind, reference) values (p_user, p_kind, p_reference)
    on conflict on constraint ledger_transfer_once do nothing returning id into v_transfer;
  if v_transfer is null then
    return query
      select transfer.id, false from ledger_transfer transfer
       where transfer.user_id is not distinct from p_user and transfer.kind = p_kind and transfer.reference = p_reference;
    return;
  end if;

  update ledger_account account set balance = account.balance + item.amount, version = account.version + 1
    from unnest(p_account, p_amount) as item (id, amount) where account.id = item.id;
  insert into ledger_posting (transfer_id, account_id, amount, balance_after)
    select v_transfer, item.id, item.amount, account.balance
      from unnest(p_account, p_amount) as item (id, amount) join ledger_account account on account.id = item.id;
  return query select v_transfer, true;
end $$;
