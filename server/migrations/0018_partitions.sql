-- Up Migration

-- Tables that grow stand in partitions by time (docs/SCALING.md): ticks a week each, orders and messages a month, candles
-- and the audit log a year, postings 2^24 transfers. An order's time is that of its id, a UUID of version 7: the key that
-- makes an id count once a user then holds across partitions. Numbers of transfers grow with time.
--
-- `<table>_before` is what was there before; `<table>_rest` takes what has no partition yet: an id from a clock that is far
-- off, or a moved clock. `make_partition` moves such rows to where they belong.

-- Bounds are milliseconds since 1970; of postings, numbers of transfers. From `lower` (null: from the beginning) up to, and
-- not including, `upper`.
create table table_partition (
  name text primary key,
  parent text not null,
  lower bigint,
  upper bigint not null
);
create index table_partition_of on table_partition (parent, upper);

-- A bound as text of the type of the table's key.
create function partition_bound(p_parent text, p_at bigint) returns text language sql stable as $$
  select case
    when p_parent = 'trade_order' then (lpad(to_hex(p_at), 12, '0') || repeat('0', 20))::uuid::text
    when p_parent = 'message' then to_char(to_timestamp(p_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')
    when p_parent = 'audit_entry' then to_char(to_timestamp(p_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS"+00"')
    else p_at::text
  end
$$;

-- What guards a table guards each of its partitions too: a statement that names one does not pass by the whole.
create function guard_table(p_table text, p_parent text) returns void language plpgsql as $$
begin
  if p_parent in ('ledger_posting', 'audit_entry') then
    execute format('create trigger %I before update or delete or truncate on %I for each statement execute function refuse_change()',
                   p_parent || '_append_only', p_table);
  elsif p_parent = 'tick' then
    execute format('create trigger tick_append_only before update or truncate on %I for each statement execute function refuse_change()',
                   p_table);
    execute format('create trigger tick_kept after delete on %I referencing old table as gone for each statement '
                   'execute function refuse_unarchived()', p_table);
  end if;
end $$;

create function partition_key(p_parent text) returns text language sql immutable as $$
  select case p_parent when 'tick' then 'at_ms' when 'candle' then 'open_at_ms' when 'trade_order' then 'id'
                       when 'message' then 'month' when 'audit_entry' then 'created_at' else 'transfer_id' end
$$;

-- Makes a partition, and moves to it what came before it was there. False where another one covers a part of it. Waits for
-- the statements that are under way on the table: the caller bounds that with `lock_timeout`.
create function make_partition(p_parent text, p_name text, p_lower bigint, p_upper bigint) returns boolean
language plpgsql as $$
declare
  v_rest text := p_parent || '_rest';
  v_key text := partition_key(p_parent);
  v_from text := partition_bound(p_parent, p_lower);
  v_to text := partition_bound(p_parent, p_upper);
begin
  if exists (select from table_partition
              where parent = p_parent and upper > p_lower and coalesce(lower, p_lower) < p_upper) then
    return false;
  end if;
  execute format('create table %I (like %I including all)', p_name, p_parent);
  if p_parent = 'trade_order' then
    execute format('alter table %I set (fillfactor = 80)', p_name);
  end if;
  execute format('lock table %I in access exclusive mode', v_rest);
  execute format('alter table %I disable trigger user', v_rest);
  execute format('with late as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from late',
                 v_rest, v_key, v_from, v_key, v_to, p_name);
  execute format('alter table %I enable trigger user', v_rest);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_parent, p_name, v_from, v_to);
  perform guard_table(p_name, p_parent);
  insert into table_partition (name, parent, lower, upper) values (p_name, p_parent, p_lower, p_upper);
  return true;
end $$;

-- Makes what one table needs from now on: the period of `p_now_ms` and the two after it, and the one before where rows wait
-- for it. Messages and the audit log go by the clock of the database. Answers the names of those it made.
create function make_partitions(p_parent text, p_now_ms bigint) returns setof text language plpgsql as $$
declare
  v_plan record;
  v_needed boolean;
  v_lower bigint;
begin
  for v_plan in
    select p.parent || to_char(s.since, p.suffix) as name, (extract(epoch from s.since) * 1000)::bigint as lower,
           (extract(epoch from s.since + p.step) * 1000)::bigint as upper, s.since < now.at as past
      from (values ('tick', 'week', interval '1 week', '_YYYY_MM_DD', false),
                   ('candle', 'year', interval '1 year', '_YYYY', false),
                   ('trade_order', 'month', interval '1 month', '_YYYY_MM', false),
                   ('message', 'month', interval '1 month', '_YYYY_MM', true),
                   ('audit_entry', 'year', interval '1 year', '_YYYY', true)) as p (parent, unit, step, suffix, real_clock)
      cross join lateral (
        select date_trunc(p.unit, case when p.real_clock then clock_timestamp() else to_timestamp(p_now_ms / 1000.0) end
                                    at time zone 'UTC') as at) now
      cross join lateral generate_series(now.at - p.step, now.at + 2 * p.step, p.step) as s (since)
     where p.parent = p_parent order by lower
  loop
    if v_plan.past then
      execute format('select exists (select from %I where %I >= %L and %I < %L)', p_parent || '_rest',
                     partition_key(p_parent), partition_bound(p_parent, v_plan.lower),
                     partition_key(p_parent), partition_bound(p_parent, v_plan.upper)) into v_needed;
      continue when not v_needed;
    end if;
    if make_partition(p_parent, v_plan.name, v_plan.lower, v_plan.upper) then
      return next v_plan.name;
    end if;
  end loop;
  if p_parent = 'ledger_posting' then
    for v_lower in
      select (s.last_value / 16777216 + n) * 16777216 from ledger_transfer_id_seq s, generate_series(0, 2) n
    loop
      if make_partition(p_parent, 'ledger_posting_' || v_lower, v_lower, v_lower + 16777216) then
        return next 'ledger_posting_' || v_lower;
      end if;
    end loop;
  end if;
end $$;

-- Drops partitions of one table that end by `p_upper`: those without a row, or all of them. Answers their names.
create function drop_partitions(p_parent text, p_upper bigint, p_only_empty boolean) returns setof text
language plpgsql as $$
declare
  v_name text;
  v_filled boolean;
begin
  for v_name in select name from table_partition where parent = p_parent and upper <= p_upper order by upper loop
    execute format('select exists (select from %I)', v_name) into v_filled;
    continue when v_filled and p_only_empty;
    execute format('lock table %I in access exclusive mode', p_parent);
    execute format('select exists (select from %I)', v_name) into v_filled;
    continue when v_filled and p_only_empty;
    execute format('drop table %I', v_name);
    delete from table_partition where name = v_name;
    return next v_name;
  end loop;
end $$;

-- Puts a partitioned table in the place of a plain one, which becomes its first partition, up to `p_upper`. For this
-- migration only.
create function pg_temp.partition_table(p_table text, p_upper bigint, p_keys text[], p_more text[]) returns void
language plpgsql as $$
declare
  v_before text := p_table || '_before';
  v_part text;
begin
  execute format('alter table %I rename to %I', p_table, v_before);
  for v_part in select i.indexname from pg_indexes i where i.tablename = v_before and i.schemaname = current_schema loop
    execute format('alter index %I rename to %I', v_part, v_part || '_before');
  end loop;
  execute format('create table %I (like %I including defaults including constraints) partition by range (%I)',
                 p_table, v_before, partition_key(p_table));
  foreach v_part in array p_keys || p_more loop
    execute v_part;
  end loop;
  execute format('create table %I partition of %I default', p_table || '_rest', p_table);
  if p_table = 'trade_order' then
    -- Made by a clock that is ahead.
    execute format('with late as (delete from trade_order_before where id >= %L returning *) '
                   'insert into trade_order_rest select * from late', partition_bound(p_table, p_upper));
  end if;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
                 p_table, v_before, partition_bound(p_table, p_upper));
  perform guard_table(p_table, p_table);
  perform guard_table(p_table || '_rest', p_table);
  insert into table_partition (name, parent, upper) values (v_before, p_table, p_upper);
end $$;

-- The start of the first period after now and after the newest row.
create function pg_temp.next_period(p_unit text, p_newest_ms bigint) returns bigint language sql as $$
  select (extract(epoch from date_trunc(p_unit, to_timestamp(greatest(coalesce(p_newest_ms, 0),
           extract(epoch from clock_timestamp()) * 1000) / 1000.0) at time zone 'UTC') + ('1 ' || p_unit)::interval) * 1000)::bigint
$$;

alter table tick drop constraint tick_pkey;
select pg_temp.partition_table('tick', pg_temp.next_period('week', (select max(at_ms) from tick)), array[
  'alter table tick add primary key (product_id, sequence, at_ms)',
  'create index tick_by_time on tick (product_id, at_ms desc, sequence desc) include (price)'
], array['alter table tick add foreign key (product_id) references product (id)']);

select pg_temp.partition_table('candle', pg_temp.next_period('year', (select max(open_at_ms) from candle)), array[
  'alter table candle add primary key (product_id, interval, open_at_ms)'
], array['alter table candle add foreign key (product_id) references product (id)']);

select pg_temp.partition_table('ledger_posting',
  ((select coalesce(max(transfer_id), 0) from ledger_posting) / 16777216 + 1) * 16777216, array[
  'alter table ledger_posting add primary key (transfer_id, account_id)',
  'create index ledger_posting_account on ledger_posting (account_id, transfer_id desc) include (amount)'
], array[
  'alter table ledger_posting add foreign key (transfer_id) references ledger_transfer (id)',
  'alter table ledger_posting add foreign key (account_id) references ledger_account (id)'
]);

-- "Told once" becomes "told once a month": whatever tells a user does so once already, in the transaction of what happened.
alter table message add column month date;
update message set month = date_trunc('month', created_at at time zone 'UTC');
alter table message alter column month set not null,
  alter column month set default date_trunc('month', clock_timestamp() at time zone 'UTC')::date,
  alter column id drop identity;
create sequence message_id_seq;
select setval('message_id_seq', max(id)) from message having max(id) is not null;
alter table message alter column id set default nextval('message_id_seq');
alter table message drop constraint message_pkey, drop constraint message_once;
select pg_temp.partition_table('message',
  pg_temp.next_period('month', (select (extract(epoch from max(month)) * 1000)::bigint from message)), array[
  'alter table message add primary key (id, month)',
  'alter table message add constraint message_once unique (user_id, kind, reference, month)',
  'create index message_by_time on message (created_at)',
  'create index message_newest on message (user_id, created_at desc, id desc)',
  'create index message_unread on message (user_id) where read_at is null'
], array['alter table message add foreign key (user_id) references app_user (id)']);

drop trigger audit_entry_chain on audit_entry;
drop function audit_hash(bytea, audit_entry);
alter table audit_entry alter column id drop identity;
create sequence audit_entry_id_seq;
select setval('audit_entry_id_seq', max(id)) from audit_entry having max(id) is not null;
alter table audit_entry alter column id set default 0;
alter table audit_entry drop constraint audit_entry_pkey;
select pg_temp.partition_table('audit_entry',
  pg_temp.next_period('year', (select (extract(epoch from max(created_at)) * 1000)::bigint from audit_entry)), array[
  'alter table audit_entry add primary key (id, created_at)'
], array[]::text[]);

create function audit_hash(p_previous bytea, p_entry audit_entry) returns bytea language sql stable as $$
  select sha256(p_previous || convert_to(
    jsonb_build_array(p_entry.id, p_entry.actor, p_entry.reason, p_entry.action, p_entry.subject, p_entry.details,
                      to_char(p_entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'UTF8'))
$$;
create or replace function chain_audit_entry() returns trigger language plpgsql as $$
begin
  -- One writer at a time, until it commits; the id is taken inside, so that ids and chain have one order.
  perform pg_advisory_xact_lock(4207001);
  new.id := nextval('audit_entry_id_seq');
  new.previous_hash := coalesce((select hash from audit_entry order by id desc limit 1), decode(repeat('00', 32), 'hex'));
  new.hash := audit_hash(new.previous_hash, new);
  return new;
end $$;
create trigger audit_entry_chain before insert on audit_entry for each row execute function chain_audit_entry();

-- These name the type of a row of the table.
drop function settle_orders(int, bigint, bigint);
drop function close_orders(bigint[], smallint[], bigint[], bigint[], numeric[], smallint[], bigint, bigint);
drop function log_settlements(bigint[]);
drop function message_settled(bigint[]);
drop function enter_orders(int);
drop function settlement_entry(trade_order, product);
alter table trade_order alter column no drop identity;
create sequence trade_order_no_seq;
select setval('trade_order_no_seq', max(no)) from trade_order having max(no) is not null;
alter table trade_order alter column no set default nextval('trade_order_no_seq');
alter table trade_order drop constraint trade_order_pkey;
select pg_temp.partition_table('trade_order', pg_temp.next_period('month', null), array[
  'alter table trade_order add constraint trade_order_once unique (user_id, id)',
  -- Unique by its sequence; said here, so that the planner knows.
  'create unique index trade_order_no on trade_order (no, id)',
  'create index trade_order_pending on trade_order (accepted_at_ms, no) where status = 1',
  'create index trade_order_due on trade_order (expires_at_ms, no) where status = 2',
  'create index trade_order_holding on trade_order (user_id, no desc) where status <= 2',
  'create index trade_order_closed on trade_order (user_id, closed_at_ms desc, no desc) include (profit_loss) where status > 2'
], array[
  'alter table trade_order add foreign key (user_id) references app_user (id)',
  'alter table trade_order add foreign key (product_id) references product (id)',
  'alter table trade_order add foreign key (head_number) references tree_head (number)'
]);
alter table trade_order_rest set (fillfactor = 80);

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

-- Gives pending orders their entry tick: the first after acceptance. Ticks of a product are appended in the order of
-- time, so the first one found stays the first. Answers the orders that opened.
create function enter_orders(p_limit int) returns setof trade_order language sql as $$
  with due as materialized (
    select o.no, o.id, o.product_id, o.accepted_at_ms, o.duration_seconds, p.entry_timeout_ms
      from trade_order o
      join tick_head h on h.product_id = o.product_id
      join product p on p.id = o.product_id
     where o.status = 1 and h.at_ms > o.accepted_at_ms
     order by o.accepted_at_ms, o.no limit p_limit
       for update of o skip locked
  ), entry as materialized (
    select d.no, d.id, d.duration_seconds, t.sequence, t.at_ms, t.price
      from due d
      cross join lateral (
        select k.sequence, k.at_ms, k.price from tick k
         where k.product_id = d.product_id and k.at_ms > d.accepted_at_ms
           and k.at_ms <= d.accepted_at_ms + d.entry_timeout_ms
         order by k.at_ms, k.sequence limit 1
      ) t
  )
  update trade_order o
     set status = 2, version = o.version + 1, entry_sequence = e.sequence, entry_at_ms = e.at_ms, entry_price = e.price,
         expires_at_ms = e.at_ms + e.duration_seconds * 1000::bigint
    from entry e where o.id = e.id and o.no = e.no
  returning o.*;
$$;

-- Notes closed orders in the settlement log. The caller holds the house account, so one batch follows the other.
create function log_settlements(p_closed trade_order[]) returns void language plpgsql as $$
declare
  v_size bigint;
begin
  select size into v_size from settlement_log for update;
  insert into settlement (leaf, order_no, entry)
    select v_size + row_number() over (order by o.no) - 1, o.no, settlement_entry(o, p)
      from unnest(p_closed) o join product p on p.id = o.product_id;
  update settlement_log set size = v_size + cardinality(p_closed);
end $$;

-- Tells the users of orders that were just closed how they ended, in the same transaction; who does not want to hear of
-- orders gets none. Amounts have two decimals, as the platform currency has.
create function message_settled(p_closed trade_order[]) returns void language sql as $$
  insert into message (user_id, kind, facts, reference)
    select o.user_id, 'order_settled',
           jsonb_build_object('orderId', o.id, 'symbol', p.symbol, 'profitLoss', (o.profit_loss / 100.0)::numeric(20, 2)::text,
             'status', (array['pending', 'open', 'won', 'lost', 'tie', 'void'])[o.status]),
           o.id::text
      from unnest(p_closed) o join product p on p.id = o.product_id
      left join message_preference m on m.user_id = o.user_id
     where not ('orders' = any (coalesce(m.muted, '{}')))
  on conflict do nothing
$$;

-- Books the end of orders that the caller has locked: from in_orders to the user and the house, one transfer each.
create function close_orders(
  p_no bigint[], p_id uuid[], p_status smallint[], p_exit_sequence bigint[], p_exit_at_ms bigint[], p_exit_price numeric[],
  p_void_reason smallint[], p_closed_at_ms bigint, p_head bigint
) returns setof trade_order language plpgsql as $$
declare
  v_user bigint[];
  v_stake bigint[];
  v_profit_loss bigint[];
  v_transfer bigint[];
  v_closed trade_order[];
begin
  select array_agg(o.user_id order by i.n), array_agg(o.stake order by i.n),
         array_agg(case i.status when 3 then o.payout - o.stake when 4 then -o.stake else 0 end order by i.n)
    into v_user, v_stake, v_profit_loss
    from unnest(p_no, p_id, p_status) with ordinality as i (no, id, status, n)
    join trade_order o on o.id = i.id and o.no = i.no;

  -- In id order, the house first: a batch that waits for another one then holds no user's account meanwhile.
  perform 1 from ledger_account where kind = 101 and user_id is null for no key update;
  perform 1 from ledger_account where user_id = any (v_user) and kind in (1, 2) order by id for no key update;
  -- Only now, so that the transfers of an account are numbered in the order in which they changed its balance.
  select array_agg(nextval('ledger_transfer_id_seq') order by i.n) into v_transfer
    from unnest(p_no) with ordinality as i (no, n);

  insert into ledger_transfer (id, user_id, kind, reference)
    select t, u, case when s = 6 then 12 else 11 end, i
      from unnest(v_transfer, v_user, p_id, p_status) as x (t, u, i, s);

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

  with closed as (
    update trade_order o
       set status = i.status, version = o.version + 1, exit_sequence = i.exit_sequence, exit_at_ms = i.exit_at_ms,
           exit_price = i.exit_price, void_reason = i.void_reason, closed_at_ms = p_closed_at_ms, head_number = p_head,
           profit_loss = i.profit_loss
      from unnest(p_no, p_id, p_status, p_exit_sequence, p_exit_at_ms, p_exit_price, p_void_reason, v_profit_loss)
             as i (no, id, status, exit_sequence, exit_at_ms, exit_price, void_reason, profit_loss)
     where o.id = i.id and o.no = i.no
    returning o
  )
  select array_agg(c.o) into v_closed from closed c;
  perform log_settlements(v_closed);
  perform message_settled(v_closed);
  return query select * from unnest(v_closed);
end $$;

-- Closes what is due: open orders whose expiry the log has passed, at the last tick by expiry; pending ones whose time
-- for an entry has passed. Any number of workers may call it at once. Answers the orders it closed.
create function settle_orders(p_limit int, p_closed_at_ms bigint, p_head bigint) returns setof trade_order language plpgsql as $$
declare
  v_no bigint[];
  v_id uuid[];
  v_status smallint[];
  v_sequence bigint[];
  v_at_ms bigint[];
  v_price numeric[];
  v_reason smallint[];
  v_sizes jsonb;
begin
  select sizes into strict v_sizes from tree_head where number = p_head;
  with due as materialized (
    select o.no, o.id, o.product_id, o.direction, o.entry_sequence, o.entry_at_ms, o.entry_price,
           o.expires_at_ms, p.stale_after_ms, coalesce((v_sizes ->> p.symbol)::bigint, 0) as covered
      from trade_order o
      join tick_head h on h.product_id = o.product_id
      join product p on p.id = o.product_id
     where o.status = 2 and o.expires_at_ms <= h.through_ms
     order by o.expires_at_ms, o.no limit p_limit
       for update of o skip locked
  ), exits as materialized (
    select e.product_id, e.expires_at_ms, t.sequence, t.at_ms, t.price
      -- The entry itself is one of those: nothing older is looked at.
      from (select product_id, expires_at_ms, min(entry_at_ms) as since_ms from due group by product_id, expires_at_ms) e
      cross join lateral (
        select k.sequence, k.at_ms, k.price from tick k
         where k.product_id = e.product_id and k.at_ms between e.since_ms and e.expires_at_ms
         order by k.at_ms desc, k.sequence desc limit 1
      ) t
  ), decided as (
    select d.no, d.id, x.sequence, x.at_ms, x.price,
           (case when x.sequence <= d.entry_sequence then 2
                 when d.expires_at_ms - x.at_ms > d.stale_after_ms then 3 end)::smallint as reason,
           sign(x.price - d.entry_price) * d.direction as outcome
      from due d join exits x on x.product_id = d.product_id and x.expires_at_ms = d.expires_at_ms
     where x.sequence <= d.covered
  )
  select array_agg(d.no), array_agg(d.id), array_agg((case when d.reason is not null then 6 when d.outcome > 0 then 3
                                          when d.outcome < 0 then 4 else 5 end)::smallint),
         array_agg(d.sequence), array_agg(d.at_ms), array_agg(d.price), array_agg(d.reason)
    into v_no, v_id, v_status, v_sequence, v_at_ms, v_price, v_reason
    from decided d;
  if v_no is not null then
    return query
      select * from close_orders(v_no, v_id, v_status, v_sequence, v_at_ms, v_price, v_reason, p_closed_at_ms, p_head);
  end if;

  select array_agg(d.no), array_agg(d.id) into v_no, v_id
    from (
      select o.no, o.id from trade_order o
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
      select * from close_orders(v_no, v_id, array_fill(6::smallint, array[cardinality(v_no)]),
        array_fill(null::bigint, array[cardinality(v_no)]), array_fill(null::bigint, array[cardinality(v_no)]),
        array_fill(null::numeric, array[cardinality(v_no)]), array_fill(1::smallint, array[cardinality(v_no)]),
        p_closed_at_ms, p_head);
  end if;
end $$;

-- As in 0013, but the last tick of the batch is taken from the batch: the log is not read.
create or replace function append_ticks(
  p_products int[], p_through_ms bigint, p_source text[],
  p_product int[], p_at_ms bigint[], p_price numeric[], p_size numeric[], p_source_at_ms bigint[]
) returns table (ord bigint, sequence bigint) language plpgsql as $$
begin
  perform 1 from tick_head h where h.product_id = any (p_products) order by h.product_id for no key update;

  return query
    with accepted as materialized (
      select i.o, i.product_id, i.at_ms, i.price, i.size, i.source, i.source_at_ms,
             h.sequence + row_number() over (partition by i.product_id order by i.o) as next_sequence
        from unnest(p_product, p_at_ms, p_price, p_size, p_source, p_source_at_ms) with ordinality
               as i (product_id, at_ms, price, size, source, source_at_ms, o)
        join tick_head h on h.product_id = i.product_id
       where i.at_ms > h.through_ms and i.at_ms >= h.at_ms and i.product_id = any (p_products)
    ), appended as (
      insert into tick (product_id, sequence, at_ms, price, size, source, source_at_ms)
        select a.product_id, a.next_sequence, a.at_ms, a.price, a.size, a.source, a.source_at_ms from accepted a
    ), head as (
      -- One row a product, at its last tick or, without one, where it was; the watermark moves for all.
      update tick_head h
         set sequence = coalesce(l.sequence, h.sequence), at_ms = coalesce(l.at_ms, h.at_ms),
             through_ms = greatest(h.through_ms, p_through_ms)
        from unnest(p_products) as p (product_id)
        left join (
          select distinct on (a.product_id) a.product_id, a.next_sequence as sequence, a.at_ms from accepted a
           order by a.product_id, a.next_sequence desc
        ) l on l.product_id = p.product_id
       where h.product_id = p.product_id
    )
    select a.o, a.next_sequence from accepted a;
end $$;
