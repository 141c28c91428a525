-- Notes closed orders in the settlement log, and counts them by day, product and how they ended. An order that has a result already
-- gets no other one: its place in the map is taken. The caller holds the house account, so one batch follows the other.
create or replace function log_settlements(p_closed trade_order[]) returns void language plpgsql as $$
declare
  v_size bigint;
begin
  select size into v_size from settlement_log for update;
  with logged as (
    insert into settlement (leaf, order_number, entry)
      select v_size + row_number() over (order by closed.number) - 1, closed.number, settlement_entry(closed, product)
        from unnest(p_closed) as closed join product on product.id = closed.product_id
    returning leaf, order_number, entry
  )
  insert into result_leaf (leaf, minute, key, hash)
    select logged.leaf, place.minute, place.key, place.hash
      from logged join unnest(p_closed) as closed on closed.number = logged.order_number
     cross join lateral result_place(logged.entry, closed.id_turn) place;
  update settlement_log
     set size = v_size + cardinality(p_closed),
         closed_at_ms = greatest(closed_at_ms, (select max(closed.closed_at_ms) from unnest(p_closed) as closed));
  insert into settlement_day as known (day, product_id, orders, no_entry_tick, too_few_ticks, stale_at_expiry, logged_late,
                                       first_leaf, last_leaf)
    select line.day, line.product_id, count(*), count(*) filter (where line.void_reason = void_no_entry_tick()),
           count(*) filter (where line.void_reason = void_too_few_ticks()),
           count(*) filter (where line.void_reason = void_stale_at_expiry()),
           count(*) filter (where line.void_reason = void_logged_late()), min(line.leaf), max(line.leaf)
      from (select closed.closed_at_ms / 86400000 as day, closed.product_id, closed.void_reason,
                   v_size + row_number() over (order by closed.number) - 1 as leaf
              from unnest(p_closed) as closed) line
     group by line.day, line.product_id
    on conflict (day, product_id) do update
      set orders = known.orders + excluded.orders, no_entry_tick = known.no_entry_tick + excluded.no_entry_tick,
          too_few_ticks = known.too_few_ticks + excluded.too_few_ticks,
          stale_at_expiry = known.stale_at_expiry + excluded.stale_at_expiry,
          logged_late = known.logged_late + excluded.logged_late,
          first_leaf = least(known.first_leaf, excluded.first_leaf), last_leaf = greatest(known.last_leaf, excluded.last_leaf);
end $$;
