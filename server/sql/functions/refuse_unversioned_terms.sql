-- Terms of a product change with its version only, so that each was announced. Its symbol and its decimals never do: ticks
-- and orders are read by them.
create or replace function refuse_unversioned_terms() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'product_duration' then
    -- The version is counted in the same transaction.
    if exists (select from product where id = old.product_id
                  and xmin::text::bigint <> (txid_current() & ((1::bigint << 32) - 1))) then
      raise exception 'the durations of a product change with its version' using errcode = '2F002';
    end if;
    return coalesce(new, old);
  end if;
  if old.symbol <> new.symbol or old.decimals <> new.decimals or new.revision <= old.revision then
    raise exception 'the terms of product % change with its version', old.symbol using errcode = '2F002';
  end if;
  return new;
end $$;
