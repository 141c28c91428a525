-- How an order ends, as `settle_orders` decides it and `close_orders` books it.
create type order_end as (
  number bigint,
  id uuid,
  status smallint,
  sequence bigint,
  at_ms bigint,
  price numeric,
  void_reason smallint
);
