-- Books pending deposits that the caller has locked: pending share to confirmed share, one transfer each. Returns them.
create or replace function book_confirmations(p_number bigint[], p_at timestamptz) returns setof savings_movement
language plpgsql as $$
declare
  v_number bigint[];
  v_user bigint[];
  v_id uuid[];
  v_amount bigint[];
  v_transfer bigint[];
begin
  select array_agg(due.number), array_agg(due.user_id), array_agg(due.id), array_agg(due.amount)
    into v_number, v_user, v_id, v_amount
    from savings_movement due where due.number = any (p_number);
  perform 1 from ledger_account
    where user_id = any (v_user) and kind in (account_savings_pending(), account_savings_confirmed())
    order by id for no key update;
  -- Only now, so that the transfers of an account are numbered in the order in which they changed its balance.
  select array_agg(nextval('ledger_transfer_id_seq')) into v_transfer from unnest(v_number);

  insert into ledger_transfer (id, user_id, kind, reference)
    select item.transfer_id, item.user_id, transfer_savings_confirmed(), item.id
      from unnest(v_transfer, v_user, v_id) as item (transfer_id, user_id, id);
  with move as materialized (
    select item.transfer_id, account.id as account_id, account.balance,
           case account.kind when account_savings_pending() then -item.amount else item.amount end as amount
      from unnest(v_transfer, v_user, v_amount) as item (transfer_id, user_id, amount)
      join ledger_account account on account.user_id = item.user_id
                                 and account.kind in (account_savings_pending(), account_savings_confirmed())
  ), posted as (
    insert into ledger_posting (transfer_id, account_id, amount, balance_after)
      select move.transfer_id, move.account_id, move.amount,
             move.balance + sum(move.amount) over (partition by move.account_id order by move.transfer_id)
        from move
  )
  update ledger_account account set balance = account.balance + change.amount, version = account.version + 1
    from (select move.account_id, sum(move.amount)::bigint as amount from move group by move.account_id) change
   where account.id = change.account_id;

  return query
    update savings_movement movement set status = savings_confirmed(), confirmed_at = p_at
     where movement.number = any (v_number)
    returning movement.*;
end $$;
