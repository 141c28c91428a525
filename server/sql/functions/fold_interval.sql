-- Candles of one interval, from those of a finer one, for all buckets that opened at or after `p_from_ms`.
create or replace function fold_interval(p_fine text, p_coarse text, p_bucket_ms bigint, p_from_ms bigint)
returns void language sql as $$
  insert into candle (product_id, interval, open_at_ms, open, high, low, close, volume, amount)
    select fine.product_id, p_coarse, fine.open_at_ms / p_bucket_ms * p_bucket_ms as bucket,
           (array_agg(fine.open order by fine.open_at_ms))[1], max(fine.high), min(fine.low),
           (array_agg(fine.close order by fine.open_at_ms desc))[1], sum(fine.volume), sum(fine.amount)
      from product
      join candle fine on fine.product_id = product.id and fine.interval = p_fine
                      and fine.open_at_ms >= p_from_ms / p_bucket_ms * p_bucket_ms
     group by fine.product_id, bucket
  on conflict (product_id, interval, open_at_ms) do update
    set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
        volume = excluded.volume, amount = excluded.amount;
$$;
