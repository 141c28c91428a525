-- Money that came from outside or left, one row each, as a day is compared with the ledger and with the bank. Money in is positive.
-- `booked` is what the ledger moved on the account `funding` for the same row, whenever it did: midnight on two clocks makes no
-- difference. Of a line of the bank it is what was credited to its user. Read it with `at` in a range, which each part has an
-- index for, and with `currency`, which is null for rows of the house.
create view funding_movement with (security_invoker = true) as
  select moved.what, moved.at, null::text as currency, moved.amount,
         coalesce((select -sum(posting.amount)
                     from ledger_transfer transfer
                     join ledger_posting posting on posting.transfer_id = transfer.id
                     join ledger_account account on account.id = posting.account_id
                    where transfer.user_id = moved.user_id and transfer.kind = moved.kind and transfer.reference = moved.id
                      and account.user_id is null and account.kind = account_funding()), 0)::bigint as booked
    from (select 'deposit' as what, credited_at as at, amount, user_id, transfer_deposit_credited() as kind, id
            from deposit where credited_at is not null
          union all
          select 'withdrawal', ended_at, fee - amount, user_id, transfer_withdrawal_paid(), id
            from withdrawal where status = money_successful()) moved
  union all
  -- What the house gave or took, and what the ledger says that a deposit or a withdrawal moved, of which there is no such row.
  select case when transfer.kind in (transfer_demo_grant(), transfer_account_closed()) then 'grant' else 'stray' end,
         transfer.created_at, null,
         case when transfer.kind in (transfer_demo_grant(), transfer_account_closed()) then funding.moved else 0 end, funding.moved
    from ledger_transfer transfer
    -- A sum, so that no plan begins with all postings of the account.
    cross join lateral (select coalesce(-sum(posting.amount), 0)::bigint as moved
                          from ledger_posting posting
                          join ledger_account account on account.id = posting.account_id
                         where posting.transfer_id = transfer.id
                           and account.user_id is null and account.kind = account_funding()) funding
   where transfer.kind in (transfer_demo_grant(), transfer_deposit_credited(), transfer_withdrawal_paid(), transfer_account_closed())
     and not exists (select from deposit where transfer.kind = transfer_deposit_credited()
                        and deposit.user_id = transfer.user_id and deposit.id = transfer.reference
                        and deposit.status = money_successful())
     and not exists (select from withdrawal where transfer.kind = transfer_withdrawal_paid()
                        and withdrawal.user_id = transfer.user_id and withdrawal.id = transfer.reference
                        and withdrawal.status = money_successful())
  union all
  select 'bank', line.booked_on::timestamp at time zone 'UTC', line.currency, line.amount,
         case when line.named = 'exact' and deposit.status = money_successful() and deposit.amount = line.amount
                   and not exists (select from bank_statement_line earlier
                                    where earlier.reference = line.reference and earlier.id < line.id and earlier.named = 'exact'
                                      and earlier.amount = line.amount and earlier.currency = line.currency)
              then line.amount else 0 end
    from bank_statement_line line
    left join deposit on deposit.reference = line.reference and deposit.channel_kind = 'bank'
   where line.amount > 0
  union all
  select 'bank_aside', booked_on::timestamp at time zone 'UTC', currency, amount, 0
    from bank_statement_line where amount > 0 and aside_at is not null
  union all
  select 'without_line', credited_at, null, amount, 0
    from deposit
   where credited_at is not null and channel_kind = 'bank'
     and not exists (select from bank_statement_line line where line.reference = deposit.reference and line.amount = deposit.amount);

-- In place of that by date: the view has the instant at which the date begins.
create index bank_statement_line_by_instant on bank_statement_line ((booked_on::timestamp at time zone 'UTC'));
drop index bank_statement_line_by_day;
