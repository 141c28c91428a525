-- Terms of a product change with its version only, so that each was announced. Its symbol and its decimals never do: ticks
-- and orders are read by them.
create or replace function refuse_unversioned_terms() returns trigger language plpgsql as $$
declare
  v_symbol text;
begin
  if tg_table_name = 'product_duration' then
    -- The owner of the tables may add some to a product: it may change this function, too.
    if tg_op = 'INSERT' and (select relowner from pg_class where oid = tg_relid) = current_user::regrole then
      return new;
    end if;
    -- The version is counted in the same transaction.
    select symbol into v_symbol from product
     where id = coalesce(new.product_id, old.product_id)
       and xmin::text::bigint = (txid_current() & ((1::bigint << 32) - 1));
    if v_symbol is null then
      if exists (select from product where id = coalesce(new.product_id, old.product_id)) then
        raise exception 'the durations of a product change with its version' using errcode = '2F002';
      end if;
    -- If a product's terms were announced, each duration must be one of the version that comes into force.
    elsif tg_op = 'INSERT' and exists (select from product_change where symbol = v_symbol) and not exists (
        select from product_change
         where symbol = v_symbol and part in ('added', 'durations') and applied_at is null and withdrawn_at is null
           and terms -> 'durations' @> jsonb_build_array(
             jsonb_build_object('seconds', new.seconds, 'earningsRateBp', new.earnings_rate_bp))) then
      raise exception 'the durations of product % are those that were announced', v_symbol using errcode = '2F002';
    end if;
    return coalesce(new, old);
  end if;
  if old.symbol <> new.symbol or old.decimals <> new.decimals or new.revision <= old.revision then
    raise exception 'the terms of product % change with its version', old.symbol using errcode = '2F002';
  end if;
  return new;
end $$;
