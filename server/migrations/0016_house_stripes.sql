-- Up Migration

-- Funding and fees in 16 rows each: deposits, withdrawals and registrations of different users would else wait for one another
-- at one row. Each user has one of them for good (`house_stripe`), so what stands there stays whole. Trading (101) and
-- savings interest (102) are touched once a batch, not once a user, and stay one row.
alter table ledger_account add column stripe smallint not null default 0;
alter table ledger_account add constraint ledger_account_stripe check (stripe = 0 or kind in (100, 103));
drop index ledger_account_house;
create unique index ledger_account_house on ledger_account (kind, stripe) where user_id is null;
insert into ledger_account (kind, stripe) select kind, stripe from unnest(array[100, 103]) as kind, generate_series(1, 15) as stripe;

-- Of a house account of this kind, the row that transfers with this user post to.
create function house_stripe(p_kind smallint, p_user bigint) returns smallint language sql immutable as $$
  select case when p_kind in (100, 103) then p_user % 16 else 0 end::smallint
$$;
