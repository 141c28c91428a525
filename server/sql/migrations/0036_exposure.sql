-- What the house could have to pay for the open orders of a product and side, where that is limited (PRODUCT.md 10.13): in 16
-- rows, so that placing on many connections waits for no row of another one. The sum is what counts; one row may be negative.
create table product_exposure (
  product_id integer not null references product (id),
  direction smallint not null check (direction in (1, -1)),
  stripe smallint not null check (stripe between 0 and 15),
  open_profit bigint not null default 0,
  -- The limit, the same in all rows of a side; null for none.
  profit_max bigint check (profit_max >= 0),
  -- Up to here this row may grow without a look at the others; all together never allow more than the limit.
  quota bigint,
  primary key (product_id, direction, stripe),
  check ((profit_max is null) = (quota is null))
) with (fillfactor = 50);
