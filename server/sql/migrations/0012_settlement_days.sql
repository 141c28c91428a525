-- How many orders of each product ended on a day of UTC, and how many of them void for which reason: a public figure. `day` is
-- days since 1970. The leaves say where in the settlement log these orders are, so that anyone who has it can count again.
create table settlement_day (
  day int not null,
  product_id int not null references product (id),
  orders bigint not null,
  no_entry_tick bigint not null,
  too_few_ticks bigint not null,
  stale_at_expiry bigint not null,
  first_leaf bigint not null,
  last_leaf bigint not null,
  primary key (day, product_id)
);
insert into settlement_day
  select split_part(line.entry, '|', 29)::bigint / 86400000, product.id, count(*),
         count(*) filter (where split_part(line.entry, '|', 27) = 'no_entry_tick'),
         count(*) filter (where split_part(line.entry, '|', 27) = 'too_few_ticks'),
         count(*) filter (where split_part(line.entry, '|', 27) = 'stale_at_expiry'), min(line.leaf), max(line.leaf)
    from settlement line join product on product.symbol = split_part(line.entry, '|', 5)
   where line.entry like 'settlement|3|%'
   group by 1, 2;
