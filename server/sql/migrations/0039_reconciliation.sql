-- What came in and went out on a day (PRODUCT.md 20.13) is found by day.
create index deposit_by_credit on deposit (credited_at) where credited_at is not null;
create index withdrawal_by_payment on withdrawal (ended_at) where status = money_successful();
create index ledger_transfer_funding on ledger_transfer (created_at)
  where kind in (transfer_demo_grant(), transfer_deposit_credited(), transfer_withdrawal_paid(), transfer_account_closed());
