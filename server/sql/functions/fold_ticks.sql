-- Minutes from the tick log, from the minute of `p_from_ms` on, and everything coarser. Running it again changes
-- nothing, so a stop between a tick and its candle is repaired.
create or replace function fold_ticks(p_from_ms bigint) returns void language sql as $$
  insert into candle (product_id, interval, open_at_ms, open, high, low, close, volume, amount)
    select tick.product_id, '1m', tick.at_ms / 60000 * 60000 as bucket,
           (array_agg(tick.price order by tick.sequence))[1], max(tick.price), min(tick.price),
           (array_agg(tick.price order by tick.sequence desc))[1], sum(tick.size), sum(tick.size * tick.price)
      from product
      join tick on tick.product_id = product.id and tick.at_ms >= p_from_ms / 60000 * 60000
     group by tick.product_id, bucket
  on conflict (product_id, interval, open_at_ms) do update
    set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
        volume = excluded.volume, amount = excluded.amount;
  select fold_minutes(p_from_ms);
$$;
