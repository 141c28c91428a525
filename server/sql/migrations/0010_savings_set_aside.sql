-- Savers for whom a deposit could not be confirmed or a day's earnings not be booked. Each is tried again after a while; all
-- others go on without them. `from_day` is the first day that went by meanwhile: its earnings and those after it are owed.
create table savings_set_aside (
  user_id bigint primary key references savings_account (user_id),
  reason text not null,
  since timestamptz not null,
  tries int not null default 1,
  retry_at timestamptz not null,
  from_day date
);
