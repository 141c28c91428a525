-- Up Migration

create table product (
  id int generated always as identity primary key,
  symbol text not null unique check (symbol ~ '^[A-Z0-9]{2,16}$'),
  code text not null,
  -- Locale tag to name; every locale of the interface has one.
  names jsonb not null,
  category text not null check (category in ('crypto', 'metals', 'energy', 'index', 'fx')),
  decimals smallint not null check (decimals between 0 and 8),
  recommended boolean not null default false,
  position int not null,
  maintenance boolean not null default false,
  -- { "timeZone": "Asia/Hong_Kong", "alwaysOpen": false, "hours": [{ "day": 1, "open": "09:30", "close": "12:00" }] }
  calendar jsonb not null,
  stake_min bigint not null check (stake_min > 0),
  stake_max bigint not null,
  stake_presets bigint[] not null,
  stale_after_ms int not null default 5000,
  entry_timeout_ms int not null default 5000,
  source text not null,
  created_at timestamptz not null default clock_timestamp(),
  check (stake_max >= stake_min)
);

create table product_duration (
  product_id int not null references product (id),
  seconds int not null check (seconds between 1 and 86400),
  earnings_rate_bp int not null check (earnings_rate_bp between 0 and 1000000),
  primary key (product_id, seconds)
);

-- The tick log. Only append_ticks writes here; `numeric` without a scale keeps every digit of the feed.
create table tick (
  product_id int not null references product (id),
  sequence bigint not null,
  at_ms bigint not null,
  price numeric not null check (price > 0),
  size numeric not null check (size >= 0),
  source text not null,
  source_at_ms bigint not null,
  primary key (product_id, sequence)
);
create index tick_by_time on tick (product_id, at_ms desc, sequence desc) include (price);

create trigger tick_append_only before update or delete or truncate on tick
  for each statement execute function refuse_change();

-- One row a product: the last tick, and the watermark. No tick with at_ms <= through_ms is ever appended.
create table tick_head (
  product_id int primary key references product (id),
  sequence bigint not null default 0,
  at_ms bigint not null default 0,
  through_ms bigint not null default 0
) with (fillfactor = 50);

create table candle (
  product_id int not null references product (id),
  interval text not null check (interval in ('1m', '5m', '15m', '1h', '1d')),
  open_at_ms bigint not null,
  open numeric not null,
  high numeric not null,
  low numeric not null,
  close numeric not null,
  volume numeric not null,
  amount numeric not null,
  primary key (product_id, interval, open_at_ms)
);

-- Appends a batch, in the order given, and moves the watermark of `p_products` to `p_through_ms`. Rows that come at or
-- before their product's watermark are left out: whatever was decided up to there stays as it is. Answers what was
-- appended, `ord` being the row's place in the batch (from 1).
create function append_ticks(
  p_products int[], p_through_ms bigint, p_source text,
  p_product int[], p_at_ms bigint[], p_price numeric[], p_size numeric[], p_source_at_ms bigint[]
) returns table (ord bigint, sequence bigint) language plpgsql as $$
begin
  perform 1 from tick_head h where h.product_id = any (p_products) order by h.product_id for no key update;

  return query
    with accepted as (
      select i.o, i.product_id, i.at_ms, i.price, i.size, i.source_at_ms,
             h.sequence + row_number() over (partition by i.product_id order by i.o) as next_sequence
        from unnest(p_product, p_at_ms, p_price, p_size, p_source_at_ms) with ordinality
               as i (product_id, at_ms, price, size, source_at_ms, o)
        join tick_head h on h.product_id = i.product_id
       where i.at_ms > h.through_ms and i.at_ms >= h.at_ms and i.product_id = any (p_products)
    ), appended as (
      insert into tick (product_id, sequence, at_ms, price, size, source, source_at_ms)
        select a.product_id, a.next_sequence, a.at_ms, a.price, a.size, p_source, a.source_at_ms from accepted a
    )
    select a.o, a.next_sequence from accepted a;

  update tick_head h
     set sequence = coalesce(t.sequence, h.sequence), at_ms = coalesce(t.at_ms, h.at_ms),
         through_ms = greatest(h.through_ms, p_through_ms)
    from unnest(p_products) as p (product_id)
    left join lateral (
      select k.sequence, k.at_ms from tick k where k.product_id = p.product_id order by k.sequence desc limit 1
    ) t on true
   where h.product_id = p.product_id;
end $$;

-- Candles of one interval, from those of a finer one, for all buckets that opened at or after `p_from_ms`.
create function fold_interval(p_fine text, p_coarse text, p_bucket_ms bigint, p_from_ms bigint)
returns void language sql as $$
  insert into candle (product_id, interval, open_at_ms, open, high, low, close, volume, amount)
    select c.product_id, p_coarse, c.open_at_ms / p_bucket_ms * p_bucket_ms as bucket,
           (array_agg(c.open order by c.open_at_ms))[1], max(c.high), min(c.low),
           (array_agg(c.close order by c.open_at_ms desc))[1], sum(c.volume), sum(c.amount)
      from product p
      join candle c on c.product_id = p.id and c.interval = p_fine
                   and c.open_at_ms >= p_from_ms / p_bucket_ms * p_bucket_ms
     group by c.product_id, bucket
  on conflict (product_id, interval, open_at_ms) do update
    set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
        volume = excluded.volume, amount = excluded.amount;
$$;

-- Brings the coarser intervals up to date with the minutes from `p_from_ms` on.
create function fold_minutes(p_from_ms bigint) returns void language sql as $$
  select fold_interval('1m', '5m', 300000, p_from_ms);
  select fold_interval('5m', '15m', 900000, p_from_ms);
  select fold_interval('15m', '1h', 3600000, p_from_ms);
  select fold_interval('1h', '1d', 86400000, p_from_ms);
$$;

-- Minutes from the tick log, from the minute of `p_from_ms` on, and everything coarser. Running it again changes
-- nothing, so a stop between a tick and its candle heals itself.
create function fold_ticks(p_from_ms bigint) returns void language sql as $$
  insert into candle (product_id, interval, open_at_ms, open, high, low, close, volume, amount)
    select t.product_id, '1m', t.at_ms / 60000 * 60000 as bucket,
           (array_agg(t.price order by t.sequence))[1], max(t.price), min(t.price),
           (array_agg(t.price order by t.sequence desc))[1], sum(t.size), sum(t.size * t.price)
      from product p
      join tick t on t.product_id = p.id and t.at_ms >= p_from_ms / 60000 * 60000
     group by t.product_id, bucket
  on conflict (product_id, interval, open_at_ms) do update
    set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
        volume = excluded.volume, amount = excluded.amount;
  select fold_minutes(p_from_ms);
$$;
