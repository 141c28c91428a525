-- Up Migration

-- The settlement log: one leaf a closed order, in the order of closing. The text is what is hashed (docs/PROOF.md); the
-- order's id in it is random, so a published hash tells nothing to whoever does not hold the receipt.
create table settlement (
  leaf bigint primary key,
  -- Not a foreign key: only `log_settlements` writes here, from the orders themselves, which are never deleted.
  order_no bigint not null unique,
  entry text not null
);
create table settlement_log (
  one boolean primary key default true check (one),
  size bigint not null default 0
);
insert into settlement_log default values;
create trigger settlement_append_only before update or delete or truncate on settlement
  for each statement execute function refuse_change();

-- Inner nodes of the trees from level 8 up (256 leaves and more); below that the leaves themselves are quick to hash.
-- Tree 0 is the settlements, any other is the product of that id. A complete node never changes.
create table log_node (
  tree int not null,
  level smallint not null,
  position bigint not null,
  hash bytea not null,
  primary key (tree, level, position)
);
create trigger log_node_append_only before update or delete or truncate on log_node
  for each statement execute function refuse_change();

-- Signed states of all trees. `sizes` maps symbol to number of ticks; roots follow from the logs.
create table tree_head (
  number bigint primary key,
  at_ms bigint not null,
  sizes jsonb not null,
  market_root bytea not null,
  settlement_size bigint not null,
  settlement_root bytea not null,
  previous bytea not null,
  hash bytea not null,
  signature bytea not null,
  public_key bytea not null
);
create trigger tree_head_append_only before update or delete or truncate on tree_head
  for each statement execute function refuse_change();

-- The head that was fixed before the order was settled; null for orders from before there were heads.
alter table trade_order add column head_number bigint references tree_head (number);

-- Stable, as `concat_ws` is: only then the planner writes it into the query instead of calling it a row.
create function settlement_entry(o trade_order, p product) returns text language sql stable as $$
  select concat_ws('|', 'settlement', 1, o.id, p.symbol, case o.direction when 1 then 'up' else 'down' end, o.stake, o.payout,
    o.earnings_rate_bp, o.duration_seconds, o.accepted_at_ms, coalesce(o.entry_sequence::text, '-'),
    coalesce(o.entry_at_ms::text, '-'), coalesce(o.entry_price::text, '-'), coalesce(o.expires_at_ms::text, '-'),
    coalesce(o.exit_sequence::text, '-'), coalesce(o.exit_at_ms::text, '-'), coalesce(o.exit_price::text, '-'),
    (array['pending', 'open', 'won', 'lost', 'tie', 'void'])[o.status],
    coalesce((array['no_entry_tick', 'too_few_ticks', 'stale_at_expiry'])[o.void_reason], '-'),
    o.profit_loss, o.closed_at_ms, p.entry_timeout_ms, p.stale_after_ms)
$$;

insert into settlement (leaf, order_no, entry)
  select row_number() over (order by o.closed_at_ms, o.no) - 1, o.no, settlement_entry(o, p)
    from trade_order o join product p on p.id = o.product_id where o.status > 2;
update settlement_log set size = (select count(*) from settlement);

-- Notes closed orders in the settlement log. The caller holds the house account, so one batch follows the other.
create function log_settlements(p_no bigint[]) returns void language plpgsql as $$
declare
  v_size bigint;
begin
  select size into v_size from settlement_log for update;
  insert into settlement (leaf, order_no, entry)
    select v_size + row_number() over (order by o.no) - 1, o.no, settlement_entry(o, p)
      from trade_order o join product p on p.id = o.product_id where o.no = any (p_no);
  update settlement_log set size = v_size + cardinality(p_no);
end $$;

-- Whether anything is due that `settle_orders` could close now.
create function settlement_due() returns boolean language sql stable as $$
  select exists (select 1 from trade_order o join tick_head h on h.product_id = o.product_id
                  where o.status = 2 and o.expires_at_ms <= h.through_ms)
      or exists (select 1 from trade_order o join tick_head h on h.product_id = o.product_id
                   join product p on p.id = o.product_id
                  where o.status = 1 and o.accepted_at_ms + p.entry_timeout_ms <= h.through_ms)
$$;

-- Takes the place of the function of 0004: the end is noted in the settlement log, too.
-- Books the end of orders that the caller has locked: from in_orders to the user and the house, one transfer each.
drop function close_orders(bigint[], smallint[], bigint[], bigint[], numeric[], smallint[], bigint);
create function close_orders(
  p_no bigint[], p_status smallint[], p_exit_sequence bigint[], p_exit_at_ms bigint[], p_exit_price numeric[],
  p_void_reason smallint[], p_closed_at_ms bigint, p_head bigint
) returns setof trade_order language plpgsql as $$
declare
  v_user bigint[];
  v_id uuid[];
  v_stake bigint[];
  v_profit_loss bigint[];
  v_transfer bigint[];
begin
  select array_agg(o.user_id order by i.n), array_agg(o.id order by i.n), array_agg(o.stake order by i.n),
         array_agg(case i.status when 3 then o.payout - o.stake when 4 then -o.stake else 0 end order by i.n)
    into v_user, v_id, v_stake, v_profit_loss
    from unnest(p_no, p_status) with ordinality as i (no, status, n)
    join trade_order o on o.no = i.no;

  -- In id order, the house first: a batch that waits for another one then holds no user's account meanwhile.
  perform 1 from ledger_account where kind = 101 and user_id is null for no key update;
  perform 1 from ledger_account where user_id = any (v_user) and kind in (1, 2) order by id for no key update;
  -- Only now, so that the transfers of an account are numbered in the order in which they changed its balance.
  select array_agg(nextval('ledger_transfer_id_seq') order by i.n) into v_transfer
    from unnest(p_no) with ordinality as i (no, n);

  insert into ledger_transfer (id, user_id, kind, reference)
    select t, u, case when s = 6 then 12 else 11 end, i
      from unnest(v_transfer, v_user, v_id, p_status) as x (t, u, i, s);

  with move as materialized (
    select x.t, a.id, -x.s as amount, a.balance
      from unnest(v_transfer, v_user, v_stake) as x (t, u, s)
      join ledger_account a on a.user_id = x.u and a.kind = 2
    union all
    select x.t, a.id, x.s + x.p, a.balance
      from unnest(v_transfer, v_user, v_stake, v_profit_loss) as x (t, u, s, p)
      join ledger_account a on a.user_id = x.u and a.kind = 1
     where x.s + x.p > 0
    union all
    select x.t, a.id, -x.p, a.balance
      from unnest(v_transfer, v_profit_loss) as x (t, p)
      join ledger_account a on a.user_id is null and a.kind = 101
     where x.p <> 0
  ), posted as (
    insert into ledger_posting (transfer_id, account_id, amount, balance_after)
      select m.t, m.id, m.amount, m.balance + sum(m.amount) over (partition by m.id order by m.t) from move m
  )
  update ledger_account l set balance = l.balance + d.amount, version = l.version + 1
    from (select m.id, sum(m.amount)::bigint as amount from move m group by m.id) d
   where l.id = d.id;

  return query
    update trade_order o
       set status = i.status, version = o.version + 1, exit_sequence = i.exit_sequence, exit_at_ms = i.exit_at_ms,
           exit_price = i.exit_price, void_reason = i.void_reason, closed_at_ms = p_closed_at_ms, head_number = p_head,
           profit_loss = i.profit_loss
      from unnest(p_no, p_status, p_exit_sequence, p_exit_at_ms, p_exit_price, p_void_reason, v_profit_loss)
             as i (no, status, exit_sequence, exit_at_ms, exit_price, void_reason, profit_loss)
     where o.no = i.no
    returning o.*;
  perform log_settlements(p_no);
  perform message_settled(p_no);
end $$;

-- Takes the place of the function of 0004: an order is settled only when the head `p_head` covers the tick that decides it.
-- Closes what is due: open orders whose expiry the log has passed, at the last tick by expiry; pending ones whose time
-- for an entry has passed. Any number of workers may call it at once. Answers the orders it closed.
drop function settle_orders(int, bigint);
create function settle_orders(p_limit int, p_closed_at_ms bigint, p_head bigint) returns setof trade_order language plpgsql as $$
declare
  v_no bigint[];
  v_status smallint[];
  v_sequence bigint[];
  v_at_ms bigint[];
  v_price numeric[];
  v_reason smallint[];
  v_sizes jsonb;
begin
  select sizes into strict v_sizes from tree_head where number = p_head;
  with due as materialized (
    select o.no, o.product_id, o.direction, o.entry_sequence, o.entry_price, o.expires_at_ms, p.stale_after_ms,
           coalesce((v_sizes ->> p.symbol)::bigint, 0) as covered
      from trade_order o
      join tick_head h on h.product_id = o.product_id
      join product p on p.id = o.product_id
     where o.status = 2 and o.expires_at_ms <= h.through_ms
     order by o.expires_at_ms, o.no limit p_limit
       for update of o skip locked
  ), exits as materialized (
    select e.product_id, e.expires_at_ms, t.sequence, t.at_ms, t.price
      from (select distinct product_id, expires_at_ms from due) e
      cross join lateral (
        select k.sequence, k.at_ms, k.price from tick k
         where k.product_id = e.product_id and k.at_ms <= e.expires_at_ms
         order by k.at_ms desc, k.sequence desc limit 1
      ) t
  ), decided as (
    select d.no, x.sequence, x.at_ms, x.price,
           (case when x.sequence <= d.entry_sequence then 2
                 when d.expires_at_ms - x.at_ms > d.stale_after_ms then 3 end)::smallint as reason,
           sign(x.price - d.entry_price) * d.direction as outcome
      from due d join exits x on x.product_id = d.product_id and x.expires_at_ms = d.expires_at_ms
     where x.sequence <= d.covered
  )
  select array_agg(d.no), array_agg((case when d.reason is not null then 6 when d.outcome > 0 then 3
                                          when d.outcome < 0 then 4 else 5 end)::smallint),
         array_agg(d.sequence), array_agg(d.at_ms), array_agg(d.price), array_agg(d.reason)
    into v_no, v_status, v_sequence, v_at_ms, v_price, v_reason
    from decided d;
  if v_no is not null then
    return query
      select * from close_orders(v_no, v_status, v_sequence, v_at_ms, v_price, v_reason, p_closed_at_ms, p_head);
  end if;

  select array_agg(d.no) into v_no
    from (
      select o.no from trade_order o
        join tick_head h on h.product_id = o.product_id
        join product p on p.id = o.product_id
       where o.status = 1 and o.accepted_at_ms + p.entry_timeout_ms <= h.through_ms
         and not exists (
           select 1 from tick k where k.product_id = o.product_id and k.at_ms > o.accepted_at_ms
                                  and k.at_ms <= o.accepted_at_ms + p.entry_timeout_ms)
       order by o.accepted_at_ms, o.no limit p_limit
         for update of o skip locked
    ) d;
  if v_no is not null then
    return query
      select * from close_orders(v_no, array_fill(6::smallint, array[cardinality(v_no)]),
        array_fill(null::bigint, array[cardinality(v_no)]), array_fill(null::bigint, array[cardinality(v_no)]),
        array_fill(null::numeric, array[cardinality(v_no)]), array_fill(1::smallint, array[cardinality(v_no)]),
        p_closed_at_ms, p_head);
  end if;
end $$;
