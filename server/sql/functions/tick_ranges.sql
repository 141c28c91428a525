-- Ticks of neighboring sequences (p_first, p_last] of products, each range with its number in `p_of`. A limit tells the
-- planner that each is small. PL/pgSQL keeps its plan: to plan a query over all partitions takes longer than to run it.
create or replace function tick_ranges(p_product int[], p_first bigint[], p_last bigint[], p_of int[])
returns table (part int, symbol text, sequence bigint, at_ms bigint, price text, size text, source text,
               source_at_ms bigint, instrument text, trade bigint) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select wanted.part, product.symbol, found.sequence, found.at_ms, found.price::text, found.size::text, found.source,
           found.source_at_ms, found.instrument, found.trade
      from unnest(p_product, p_first, p_last, p_of) as wanted (product, first, last, part)
      join product on product.id = wanted.product
      cross join lateral (
        select tick.* from tick
         where tick.product_id = wanted.product and tick.sequence > wanted.first and tick.sequence <= wanted.last
         order by tick.sequence limit 256) found
     order by wanted.part, found.sequence;
end $$;
