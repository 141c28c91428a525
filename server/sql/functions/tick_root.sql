-- The root of the ticks between two sequences, which are a power of two, as leaves of the log (docs/PROOF.md, RFC
-- 6962); null if one is missing.
create or replace function tick_root(p_product int, p_first bigint, p_last bigint) returns bytea language plpgsql stable as $$
declare
  v_hashes bytea[];
begin
  select array_agg(sha256('\x00'::bytea || convert_to(
           concat_ws('|', 'tick', 2, product.symbol, tick.sequence, tick.at_ms, tick.price, tick.size, tick.source,
                     tick.source_at_ms, tick.instrument, coalesce(tick.trade::text, '-')), 'UTF8')) order by tick.sequence)
    into v_hashes from tick join product on product.id = tick.product_id
   where tick.product_id = p_product and tick.sequence between p_first and p_last;
  if coalesce(cardinality(v_hashes), 0) <> p_last - p_first + 1 then
    return null;
  end if;
  while cardinality(v_hashes) > 1 loop
    select array_agg(sha256('\x01'::bytea || pair) order by place) into v_hashes
      from (select (place - 1) / 2 as place, string_agg(hash, ''::bytea order by place) as pair
              from unnest(v_hashes) with ordinality node (hash, place) group by (place - 1) / 2) level;
  end loop;
  return v_hashes[1];
end $$;
