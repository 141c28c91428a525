-- What is above the floor that the saver has set goes into savings once a day (PRODUCT.md 14.7); without a floor nothing does.
alter table savings_account
  add column floor bigint constraint savings_account_floor_check check (floor >= 0),
  add column floor_since timestamptz,
  -- The last day that has been looked at, in Shanghai.
  add column swept_on date,
  add constraint savings_account_floor_since check ((floor is null) = (floor_since is null));
create index savings_account_to_sweep on savings_account (swept_on nulls first, user_id) where floor is not null;
