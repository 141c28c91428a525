-- How old at its source a price may be is a term that the house signs with each order (PRODUCT.md 10.3), so the texts of orders
-- are others than before. `append_ticks` writes no price beyond its product's limit.
do $$
begin
  if exists (select from trade_order) then
    raise exception 'Orders of an earlier version follow rules that this version does not know: stay with it, or begin with an empty database.';
  end if;
end $$;
alter table product add column source_lag_ms int not null default 5000 check (source_lag_ms between 0 and 60000);
alter table trade_order add column source_lag_ms int not null;
alter type new_order add attribute source_lag_ms int;
