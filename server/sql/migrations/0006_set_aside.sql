-- Orders that were due and could not be booked. Each is tried again after a while; the rest is settled without them.
create table order_set_aside (
  order_number bigint primary key,
  reason text not null,
  since_ms bigint not null,
  tries int not null default 1,
  retry_at_ms bigint not null,
  waiting boolean not null default true
);
