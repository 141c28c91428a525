-- Appends a batch, in the order given, and moves the watermark of `p_products` to `p_through_ms`. Each tick carries the names
-- of its own source and instrument, and the source's number of the trade if it has one. Left out are rows at or before
-- their product's watermark, as what was decided up to there does not change, rows that are further from their time at the
-- source than orders of the product agree to, and rows behind what their source gave
-- before: an older price is no current one. A number that does not rise while the time does is not written: the source
-- began to count again. Returns what was appended, `ord` being the row's place in the batch (from 1); `sequence` is
-- null for what was behind its source.
create or replace function append_ticks(
  p_products int[], p_through_ms bigint, p_ticks new_tick[]
) returns table (ord bigint, sequence bigint) language plpgsql as $$
begin
  perform 1 from tick_head head where head.product_id = any (p_products) order by head.product_id for no key update;

  return query
    with given as (
      select item.ordinality as ord, item.product_id, item.at_ms, item.price, item.size, item.source, item.source_at_ms,
             coalesce(item.instrument, '-') as instrument, item.trade, head.sequence as last_sequence
        from unnest(p_ticks) with ordinality item
        join tick_head head on head.product_id = item.product_id
        join product on product.id = item.product_id and abs(item.at_ms - item.source_at_ms) <= product.source_lag_ms
       where item.at_ms > head.through_ms and item.at_ms >= head.at_ms and item.product_id = any (p_products)
    ), compared as (
      select given.*, greatest(known.source_at_ms, max(given.source_at_ms) over earlier) as last_source_at_ms,
             greatest(known.trade, max(given.trade) over earlier) as last_trade
        from given
        left join tick_source known on known.product_id = given.product_id and known.source = given.source
          and known.instrument = given.instrument
      window earlier as (partition by given.product_id, given.source, given.instrument order by given.ord
                         rows between unbounded preceding and 1 preceding)
    ), judged as materialized (
      select compared.*, coalesce(compared.source_at_ms >= compared.last_source_at_ms
                                    and (compared.source_at_ms > compared.last_source_at_ms
                                      or compared.trade is null or compared.last_trade is null
                                      or compared.trade > compared.last_trade), true) as follows
        from compared
    ), accepted as materialized (
      select judged.ord, judged.product_id, judged.at_ms, judged.price, judged.size, judged.source, judged.source_at_ms,
             judged.instrument, case when judged.trade > coalesce(judged.last_trade, -1) then judged.trade end as trade,
             judged.last_sequence + row_number() over (partition by judged.product_id order by judged.ord) as next_sequence
        from judged where judged.follows
    ), appended as (
      insert into tick (product_id, sequence, at_ms, price, size, source, source_at_ms, instrument, trade)
        select accepted.product_id, accepted.next_sequence, accepted.at_ms, accepted.price, accepted.size, accepted.source,
               accepted.source_at_ms, accepted.instrument, accepted.trade
          from accepted
    ), told as (
      insert into tick_source as known (product_id, source, instrument, source_at_ms, trade)
        select accepted.product_id, accepted.source, accepted.instrument, max(accepted.source_at_ms), max(accepted.trade)
          from accepted group by accepted.product_id, accepted.source, accepted.instrument
        on conflict (product_id, source, instrument) do update
          set source_at_ms = excluded.source_at_ms, trade = greatest(known.trade, excluded.trade)
    ), moved as (
      -- One row per product, at its last tick or, without one, where it was; the watermark moves for all. The last tick
      -- of the batch is taken from the batch: the log is not read.
      update tick_head head
         set sequence = coalesce(newest.sequence, head.sequence), at_ms = coalesce(newest.at_ms, head.at_ms),
             through_ms = greatest(head.through_ms, p_through_ms)
        from unnest(p_products) as covered (product_id)
        left join (
          select distinct on (accepted.product_id) accepted.product_id, accepted.next_sequence as sequence, accepted.at_ms
            from accepted
           order by accepted.product_id, accepted.next_sequence desc
        ) newest on newest.product_id = covered.product_id
       where head.product_id = covered.product_id
    )
    select judged.ord, accepted.next_sequence from judged left join accepted on accepted.ord = judged.ord;
end $$;
