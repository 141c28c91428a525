-- Up Migration

-- Takes the place of the function of 0003: each tick carries the name of its own source, so that a product may have
-- several. `tick.source` has stood in the leaf of the tick log since the first tick, so no leaf changes and no new rule
-- is needed. The old function stays for a server of the version before that still writes while this one starts.
create function append_ticks(
  p_products int[], p_through_ms bigint, p_source text[],
  p_product int[], p_at_ms bigint[], p_price numeric[], p_size numeric[], p_source_at_ms bigint[]
) returns table (ord bigint, sequence bigint) language plpgsql as $$
begin
  perform 1 from tick_head h where h.product_id = any (p_products) order by h.product_id for no key update;

  return query
    with accepted as (
      select i.o, i.product_id, i.at_ms, i.price, i.size, i.source, i.source_at_ms,
             h.sequence + row_number() over (partition by i.product_id order by i.o) as next_sequence
        from unnest(p_product, p_at_ms, p_price, p_size, p_source, p_source_at_ms) with ordinality
               as i (product_id, at_ms, price, size, source, source_at_ms, o)
        join tick_head h on h.product_id = i.product_id
       where i.at_ms > h.through_ms and i.at_ms >= h.at_ms and i.product_id = any (p_products)
    ), appended as (
      insert into tick (product_id, sequence, at_ms, price, size, source, source_at_ms)
        select a.product_id, a.next_sequence, a.at_ms, a.price, a.size, a.source, a.source_at_ms from accepted a
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
