-- Appends to the log of feed events, in the order given; times never fall, also if a clock was put back. `p_symbol` is
-- `-` for what is about no single product, `p_fields` is what follows it in the text of the leaf. A stop is noted once,
-- whether the feed's process or a settlement saw it first. Returns how many were appended.
create or replace function append_feed_events(p_at_ms bigint[], p_kind text[], p_symbol text[], p_fields text[]) returns int
language plpgsql as $$
declare
  v_size bigint;
  v_at_ms bigint;
  v_count int;
begin
  perform pg_advisory_xact_lock(4207003);
  select coalesce(max(leaf) + 1, 0) into v_size from feed_event;
  select coalesce(max(at_ms), 0) into v_at_ms from feed_event where leaf = v_size - 1;
  insert into feed_event (leaf, at_ms, kind, symbol, entry)
    select v_size + item.place - 1, item.at_ms, item.kind, item.symbol,
           concat_ws('|', 'feed', 1, item.at_ms, item.kind, item.symbol, item.fields)
      from (
        select row_number() over (order by given.ord) as place, given.kind, given.symbol, given.fields,
               greatest(v_at_ms, max(given.at_ms) over (order by given.ord)) as at_ms
          from unnest(p_at_ms, p_kind, p_symbol, p_fields) with ordinality as given (at_ms, kind, symbol, fields, ord)
         where given.kind <> 'stopped' or not exists (
           -- The newest ones are looked at: an older one is of another stop.
           select from (select entry from feed_event known
                         where known.kind = 'stopped' and known.symbol = given.symbol order by known.leaf desc limit 100) known
            where feed_field(known.entry, 'stopped', 'last_at') = given.fields)
      ) item;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
