-- The newest tick of each source of a product: its prices are taken in the order in which it gave them, whatever process logs them.
create table tick_source (
  product_id int not null references product (id),
  source text not null,
  instrument text not null,
  source_at_ms bigint not null,
  -- The highest number of a trade so far.
  trade bigint,
  primary key (product_id, source, instrument)
) with (fillfactor = 50);
