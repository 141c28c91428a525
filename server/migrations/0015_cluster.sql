-- Up Migration

-- Who leads what, for many nodes on one database. `token` grows with each holder: whatever only the leader may write is
-- written together with `hold_lease`, so one that was deposed without noticing cannot write. `beat` grows with each renewal: a
-- contender that has seen it stand still for the lease's time takes over, whatever the clocks say.
create table lease (
  name text primary key,
  holder text,
  token bigint not null default 0,
  beat bigint not null default 0,
  expires_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
insert into lease (name) values ('feed'), ('upkeep'), ('setup');

-- The new token, or null while another holds it. `p_stalled_beat` is a beat that the caller has watched for long enough.
create function take_lease(p_name text, p_holder text, p_ttl_ms int, p_stalled_beat bigint, p_force boolean)
returns bigint language plpgsql as $$
declare
  v_token bigint;
begin
  -- Waits for a write of the holder that is under way, and for no renewal: see hold_lease.
  perform 1 from lease where name = p_name for update;
  update lease
     set holder = p_holder, token = token + 1, beat = beat + 1,
         expires_at = clock_timestamp() + p_ttl_ms * interval '1 millisecond'
   where name = p_name
     and (holder is null or holder = p_holder or expires_at <= clock_timestamp() or beat = p_stalled_beat or p_force)
  returning token into v_token;
  return v_token;
end $$;

-- True, and so until the end of the transaction; raises FT001 when the lease has another holder by now.
create function hold_lease(p_name text, p_token bigint) returns boolean language plpgsql as $$
begin
  -- Renewals change no key, so they need not wait for this lock; take_lease does.
  perform 1 from lease where name = p_name and token = p_token and holder is not null for key share;
  if not found then
    raise exception 'the lease % with token % has been lost', p_name, p_token using errcode = 'FT001';
  end if;
  return true;
end $$;

-- Takes the place of the function of 0004: the clocks of nodes differ, so an order is accepted no earlier than what the log
-- already says of its product. Else a node whose clock is behind would let a tick that everybody has seen be the entry.
drop function place_orders(bigint[], uuid[], int[], smallint[], bigint[], int[], int[], bigint[], bytea[], text[], bigint[]);
create function place_orders(
  p_user bigint[], p_id uuid[], p_product int[], p_direction smallint[], p_stake bigint[], p_duration int[],
  p_rate int[], p_payout bigint[], p_hash bytea[], p_source text[], p_accepted_at_ms bigint[]
) returns table (ord int, code smallint, no bigint, available bigint, accepted_at_ms bigint) language plpgsql as $$
declare
  v_account bigint[];
  v_held bigint[];
  v_balance bigint[];
  v_held_balance bigint[];
  v_code smallint[];
  v_no bigint[];
  v_transfer bigint[];
  v_accepted_at_ms bigint[];
begin
  with locked as materialized (
    select l.id, l.user_id, l.kind, l.balance from ledger_account l
     where l.user_id = any (p_user) and l.kind in (1, 2) order by l.id for no key update
  )
  select array_agg(a.id order by i.o), array_agg(h.id order by i.o),
         array_agg(a.balance order by i.o), array_agg(h.balance order by i.o)
    into v_account, v_held, v_balance, v_held_balance
    from unnest(p_user) with ordinality as i (user_id, o)
    left join locked a on a.user_id = i.user_id and a.kind = 1
    left join locked h on h.user_id = i.user_id and h.kind = 2;

  select array_agg(greatest(i.at_ms, h.through_ms) order by i.o) into v_accepted_at_ms
    from unnest(p_product, p_accepted_at_ms) with ordinality as i (product_id, at_ms, o)
    left join tick_head h on h.product_id = i.product_id;

  -- A statement of its own sees what earlier holders of these locks committed.
  select array_agg(c.code order by c.o),
         array_agg(case when c.code = 0 then nextval('trade_order_no_seq') end order by c.o),
         array_agg(case when c.code = 0 then nextval('ledger_transfer_id_seq') end order by c.o)
    into v_code, v_no, v_transfer
    from (
      select i.o, (case when i.balance is null then 3 when x.no is not null then 1
                        when i.balance < i.stake then 2 else 0 end)::smallint as code
        from unnest(p_user, p_id, p_stake, v_balance) with ordinality as i (user_id, id, stake, balance, o)
        left join trade_order x on x.user_id = i.user_id and x.id = i.id
    ) c;

  insert into ledger_transfer (id, user_id, kind, reference)
    select t, u, 10, i from unnest(v_transfer, p_user, p_id) as x (t, u, i) where t is not null;
  insert into ledger_posting (transfer_id, account_id, amount, balance_after)
    select x.t, v.account_id, v.amount, v.balance_after
      from unnest(v_transfer, v_account, v_held, v_balance, v_held_balance, p_stake) as x (t, a, h, ab, hb, s),
           lateral (values (x.a, -x.s, x.ab - x.s), (x.h, x.s, x.hb + x.s)) as v (account_id, amount, balance_after)
     where x.t is not null;
  update ledger_account l set balance = l.balance + m.amount, version = l.version + 1
    from (
      select a as id, -s as amount from unnest(v_transfer, v_account, p_stake) as x (t, a, s) where t is not null
      union all
      select h, s from unnest(v_transfer, v_held, p_stake) as x (t, h, s) where t is not null
    ) m
   where l.id = m.id;
  insert into trade_order (no, user_id, id, product_id, direction, stake, duration_seconds, earnings_rate_bp, payout,
                           body_hash, source, accepted_at_ms)
    select n, u, i, p, d, s, sec, r, pay, h, src, at
      from unnest(v_no, p_user, p_id, p_product, p_direction, p_stake, p_duration, p_rate, p_payout, p_hash, p_source,
                  v_accepted_at_ms) as x (n, u, i, p, d, s, sec, r, pay, h, src, at)
     where n is not null;

  return query
    select x.o::int, x.c, x.n, case when x.c = 0 then x.b - x.s else x.b end, x.at
      from unnest(v_code, v_no, v_balance, p_stake, v_accepted_at_ms) with ordinality as x (c, n, b, s, at, o);
end $$;
