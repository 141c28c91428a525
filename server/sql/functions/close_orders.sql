-- Books the end of orders, while the caller holds the house's account: from in_orders to the user and the house, one transfer
-- each. Returns the orders it closed; one that ended in the meantime is none of them.
create or replace function close_orders(p_ends order_end[], p_closed_at_ms bigint, p_head bigint) returns setof trade_order
language plpgsql as $$
declare
  v_closed trade_order[];
  v_id uuid[];
  v_status smallint[];
  v_user bigint[];
  v_stake bigint[];
  v_profit_loss bigint[];
  v_transfer bigint[];
  v_product int[];
  v_direction smallint[];
  v_profit bigint[];
begin
  with closed as (
    update trade_order placed
       set status = ended.status, version = placed.version + 1, exit_sequence = ended.sequence, exit_at_ms = ended.at_ms,
           exit_price = ended.price, void_reason = ended.void_reason,
           entry_update = coalesce(placed.entry_update, ended.update),
           exit_update = case when placed.entry_update is not null then ended.update end,
           -- The clock of this node may be behind the one that said that the log had passed the end.
           closed_at_ms = greatest(p_closed_at_ms,
             coalesce(placed.expires_at_ms, placed.accepted_at_ms + placed.entry_timeout_ms)),
           head_number = p_head,
           profit_loss = case ended.status when order_won() then placed.payout - placed.stake
                                           when order_lost() then -placed.stake else 0 end
      from unnest(p_ends) as ended
     where placed.id = ended.id and placed.number = ended.number and placed.status <= order_open()
    returning placed, placed.id, placed.status, placed.user_id, placed.stake, placed.profit_loss
  )
  select array_agg(closed.placed), array_agg(closed.id), array_agg(closed.status), array_agg(closed.user_id),
         array_agg(closed.stake), array_agg(closed.profit_loss)
    into v_closed, v_id, v_status, v_user, v_stake, v_profit_loss
    from closed;
  if v_closed is null then
    return;
  end if;

  -- In id order, as whoever moves money does.
  perform 1 from ledger_account where user_id = any (v_user) and kind in (account_available(), account_in_orders())
    order by id for no key update;
  -- Only now, so that the transfers of an account are numbered in the order in which they changed its balance.
  select array_agg(nextval('ledger_transfer_id_seq')) into v_transfer from generate_subscripts(v_closed, 1);

  insert into ledger_transfer (id, user_id, kind, reference)
    select item.transfer_id, item.user_id,
           case when item.status = order_void() then transfer_order_voided() else transfer_order_settled() end, item.order_id
      from unnest(v_transfer, v_user, v_id, v_status) as item (transfer_id, user_id, order_id, status);

  with move as materialized (
    select item.transfer_id, account.id as account_id, -item.stake as amount, account.balance
      from unnest(v_transfer, v_user, v_stake) as item (transfer_id, user_id, stake)
      join ledger_account account on account.user_id = item.user_id and account.kind = account_in_orders()
    union all
    select item.transfer_id, account.id, item.stake + item.profit_loss, account.balance
      from unnest(v_transfer, v_user, v_stake, v_profit_loss) as item (transfer_id, user_id, stake, profit_loss)
      join ledger_account account on account.user_id = item.user_id and account.kind = account_available()
     where item.stake + item.profit_loss > 0
    union all
    select item.transfer_id, account.id, -item.profit_loss, account.balance
      from unnest(v_transfer, v_profit_loss) as item (transfer_id, profit_loss)
      join ledger_account account on account.user_id is null and account.kind = account_trading()
     where item.profit_loss <> 0
  ), posted as (
    insert into ledger_posting (transfer_id, account_id, amount, balance_after)
      select move.transfer_id, move.account_id, move.amount,
             move.balance + sum(move.amount) over (partition by move.account_id order by move.transfer_id)
        from move
  )
  update ledger_account account set balance = account.balance + change.amount, version = account.version + 1
    from (select move.account_id, sum(move.amount)::bigint as amount from move group by move.account_id) change
   where account.id = change.account_id;

  perform log_settlements(v_closed);
  perform note_silences(v_closed, p_closed_at_ms);
  perform message_settled(v_closed);
  if exists (select from product_exposure) then
    select array_agg(placed.product_id), array_agg(placed.direction), array_agg(placed.stake - placed.payout)
      into v_product, v_direction, v_profit
      from unnest(v_closed) placed;
    perform count_exposure(v_product, v_direction, v_profit);
  end if;
  return query select * from unnest(v_closed);
end $$;
