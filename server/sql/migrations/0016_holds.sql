-- Withdrawals of a user begin only after `until`: after a change of what guards the money. One row a user, of the hold that ends last.
create table withdrawal_hold (
  user_id bigint primary key references app_user (id),
  reason text not null check (reason in ('new_device', 'password', 'second_factor', 'payout_account', 'reset')),
  until timestamptz not null
);
