-- The leaf of an accepted order in the orders log: the text that the house signs when it takes the order (docs/PROOF_FORMAT.md).
create or replace function order_entry(placed trade_order, product product) returns text language sql stable as $$
  select concat_ws('|', 'accept', 4, order_terms(placed, product))
$$;
