/** The house has few accounts, and an index of them. */
export const HOUSE = `
  select case kind when account_trading() then 'trading' when account_fees() then 'fees' else 'savings_interest' end
           as account, sum(balance) as balance
    from ledger_account
   where user_id is null and kind in (account_trading(), account_fees(), account_savings_interest())
   group by kind`

/** Deposits and withdrawals of the day before $1 by what they are. Paid ones are found by when; what waits, by its state. */
export const MOVED = `
  select 'deposits' as flow, 'waiting' as state, count(*)::float8 as count, coalesce(sum(amount), 0)::text as amount
    from deposit where status = money_under_review()
  union all
  select 'deposits', 'credited', count(*), coalesce(sum(amount), 0)::text
    from deposit where credited_at > $1::timestamptz - interval '1 day'
  union all
  select 'withdrawals', 'waiting', count(*), coalesce(sum(amount), 0)::text
    from withdrawal where status = money_under_review()
  union all
  select 'withdrawals', 'paid', count(*), coalesce(sum(amount), 0)::text
    from withdrawal where status = money_successful() and ended_at > $1::timestamptz - interval '1 day'`

/** Users after the one with number $1. */
export const REGISTERED = 'select count(*)::float8 as count, max(id) as last from app_user where id > $1'

/** These read a whole table, so they are asked for seldom; $1 is the present. */
export const ACTIVE = `
  select count(distinct user_id)::float8 as count from session
   where last_seen_at > $1::timestamptz - interval '1 day'`
export const SAVED = `
  select coalesce(sum(balance), 0)::text as balance from ledger_account
   where kind in (account_savings_pending(), account_savings_confirmed())`
export const VERIFIED = `
  select count(*)::float8 as count,
         coalesce(percentile_cont(0.5) within group (order by extract(epoch from decided_at - submitted_at)), 0)::float8
           as median
    from verification where decided_at > $1::timestamptz - interval '1 day'`
