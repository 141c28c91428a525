-- Makes sure that the log of feeds records the silence that made an order void, regardless of its cause: `stopped`,
-- with the time of the last tick before the end of the order. Of voids for another
-- reason it says nothing, and a void under rule 4 shows the update that proves the gap.
create or replace function note_silences(p_closed trade_order[], p_at_ms bigint) returns void language plpgsql as $$
declare
  v_symbol text[];
  v_last_at text[];
begin
  select array_agg(silence.symbol), array_agg(silence.last_at_ms::text) into v_symbol, v_last_at
    from (
      select distinct product.symbol, last.at_ms as last_at_ms
        from unnest(p_closed) placed
        join product on product.id = placed.product_id
       cross join lateral (
         select coalesce(placed.exit_at_ms, (select tick.at_ms from tick
                                              where tick.product_id = placed.product_id and tick.at_ms <= placed.accepted_at_ms
                                              order by tick.at_ms desc limit 1)) as at_ms) last
       where placed.status = order_void() and placed.void_reason <> void_logged_late() and not is_signed(placed.source)
         and coalesce(placed.expires_at_ms, placed.accepted_at_ms + placed.entry_timeout_ms) - last.at_ms
               > placed.stale_after_ms
    ) silence;
  if v_symbol is not null then
    perform append_feed_events(array_fill(p_at_ms, array[cardinality(v_symbol)]),
                               array_fill('stopped'::text, array[cardinality(v_symbol)]), v_symbol, v_last_at);
  end if;
end $$;
