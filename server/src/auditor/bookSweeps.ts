import type { Queryable } from '../database/database'
import { byIdsOf, FINDINGS_MAX, type Finding, type Sweep } from './sweep'

/** Transfers of the id range (from, to] whose postings do not sum to 0, or that have fewer than two. */
async function findUnbalancedTransfers(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ id: bigint; sum: bigint }>(
    `select transfer.id, coalesce(sum(posting.amount), 0)::bigint as sum
       from ledger_transfer transfer
       left join ledger_posting posting
         on posting.transfer_id = transfer.id and posting.transfer_id > $1 and posting.transfer_id <= $2
      where transfer.id > $1 and transfer.id <= $2
      group by transfer.id having coalesce(sum(posting.amount), 0) <> 0 or count(posting.amount) < 2
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map((row) => ({ kind: 'transfer_unbalanced', transferId: row.id, sum: row.sum }))
}

/**
 * Postings of the id range (from, to] that do not continue from the posting before them on their account. Transfers are
 * numbered under the account's lock, so with every link and the newest one (`findWrongBalances`) right, a balance is the
 * sum of its postings, and no query has to add them all up.
 */
async function findBrokenLinks(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{
    transfer_id: bigint
    account_id: bigint
    before: bigint
    amount: bigint
    balance_after: bigint
  }>(
    `with slice as materialized (
       select posting.transfer_id, posting.account_id, posting.amount, posting.balance_after,
              lag(posting.balance_after) over (partition by posting.account_id order by posting.transfer_id) as within
         from ledger_posting posting where posting.transfer_id > $1 and posting.transfer_id <= $2
     ), linked as (
       select slice.*, coalesce(slice.within, earlier.balance_after, 0) as before
         from slice
         left join lateral (
           select posting.balance_after from ledger_posting posting
            where slice.within is null and posting.account_id = slice.account_id and posting.transfer_id <= $1
            order by posting.transfer_id desc limit 1) earlier on true
     )
     select transfer_id, account_id, before, amount, balance_after from linked
      where balance_after <> before + amount order by transfer_id limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map((row) => ({
    kind: 'posting_differs',
    transferId: row.transfer_id,
    accountId: row.account_id,
    before: row.before,
    amount: row.amount,
    after: row.balance_after,
  }))
}

interface BalanceRow {
  id: bigint
  balance: bigint
  postings: bigint
}

const toFindings = (rows: BalanceRow[]): Finding[] =>
  rows.map(({ id, balance, postings }) =>
    balance === postings
      ? { kind: 'balance_negative', accountId: id, balance }
      : { kind: 'balance_differs', accountId: id, balance, postings },
  )

/** Accounts of the id range (from, to] that do not have what their newest posting left, or that are below 0 for a user. */
async function findWrongBalances(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<BalanceRow>(
    `select account.id, account.balance, coalesce(newest.balance_after, 0) as postings
       from ledger_account account
       left join lateral (
         select balance_after from ledger_posting where account_id = account.id order by transfer_id desc limit 1) newest on true
      where account.id > $1 and account.id <= $2
        and (account.balance <> coalesce(newest.balance_after, 0)
          or (account.balance < 0 and account.user_id is not null))
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return toFindings(rows)
}

/** The same of one user, added up from all of their postings. */
export async function findWrongSums(database: Queryable, userId: bigint): Promise<Finding[]> {
  const rows = await database.query<BalanceRow>(
    `select account.id, account.balance, summed.sum as postings
       from ledger_account account
       cross join lateral (select coalesce(sum(posting.amount), 0)::bigint as sum
                             from ledger_posting posting where posting.account_id = account.id) summed
      where account.user_id = $1 and (account.balance <> summed.sum or account.balance < 0)`,
    [userId],
  )
  return toFindings(rows)
}

/** Money neither appears nor vanishes: all balances together are 0. */
export async function findWrongTotal(database: Queryable): Promise<Finding[]> {
  const row = await database.first<{ sum: bigint }>(
    'select coalesce(sum(balance), 0)::bigint as sum from ledger_account',
  )
  const sum = row?.sum ?? 0n
  return sum === 0n ? [] : [{ kind: 'total_not_zero', sum }]
}

/** Users of the id range (from, to] who have more or less set aside than the rows say for which it is. */
export async function findWrongHolds(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ id: bigint; balance: bigint; rows: bigint }>(
    `with held as (
       select user_id, account_in_orders() as kind, sum(stake) as amount from trade_order
        where status <= order_open() and user_id > $1 and user_id <= $2 group by user_id
       union all
       select user_id, account_in_withdrawal(), sum(amount) from withdrawal
        where status = money_under_review() and user_id > $1 and user_id <= $2 group by user_id
       union all
       select user_id, account_savings_pending(), sum(amount) from savings_movement
        where status = savings_pending() and user_id > $1 and user_id <= $2 group by user_id
     )
     select account.id, account.balance, coalesce(held.amount, 0)::bigint as rows
       from ledger_account account left join held on held.user_id = account.user_id and held.kind = account.kind
      where account.user_id > $1 and account.user_id <= $2
        and account.kind in (account_in_orders(), account_in_withdrawal(), account_savings_pending())
        and account.balance <> coalesce(held.amount, 0)
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map((row) => ({ kind: 'held_differs', accountId: row.id, balance: row.balance, rows: row.rows }))
}

export const LEDGER_SWEEPS: readonly Sweep[] = [
  {
    name: 'transfers',
    perSlice: 5_000,
    grows: true,
    ...byIdsOf('ledger_transfer'),
    find: async (database, from, to) => [
      ...(await findUnbalancedTransfers(database, from, to)),
      ...(await findBrokenLinks(database, from, to)),
    ],
  },
  { name: 'balances', perSlice: 5_000, grows: false, ...byIdsOf('ledger_account'), find: findWrongBalances },
]

/** Amounts set aside by users, compared with the orders, withdrawals and savings behind it. */
export const holdsSweep: Sweep = {
  name: 'holds',
  perSlice: 5_000,
  grows: false,
  ...byIdsOf('app_user'),
  find: findWrongHolds,
}
