import type { Queryable } from '../src/database/database'

/** Kinds and amounts that were booked for a row: on `in_withdrawal` what was paid, on `available` the rest. */
const moved = (row: string, kinds: string) =>
  `select array_agg(transfer.kind || ' ' || posting.amount order by transfer.kind)
     from ledger_transfer transfer
     join ledger_account account
       on account.user_id = transfer.user_id and account.kind = case transfer.kind when 31 then 3 else 1 end
     left join ledger_posting posting on posting.transfer_id = transfer.id and posting.account_id = account.id
    where transfer.user_id = ${row}.user_id and transfer.reference = ${row}.id and transfer.kind in (${kinds})`

/** Deposits and withdrawals whose transfers are not exactly those that their state asks for. */
async function transfersAmiss(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ reference: string; problem: string }>(
    `select reference, 'deposit' as problem from deposit
      where (${moved('deposit', '20')}) is distinct from case when status = 2 then array['20 ' || amount] end
     union all
     select reference, 'withdrawal' from withdrawal
      where (${moved('withdrawal', '30, 31, 32')}) is distinct from array['30 ' || -amount] || case status
              when 2 then array['31 ' || -amount] when 3 then array['32 ' || amount] else '{}' end
     union all
     select transfer.reference::text, 'transfer without its row' from ledger_transfer transfer
      where kind in (20, 30, 31, 32)
        and not exists (select 1 from deposit where transfer.kind = 20 and user_id = transfer.user_id and id = transfer.reference)
        and not exists (select 1 from withdrawal where transfer.kind <> 20 and user_id = transfer.user_id and id = transfer.reference)`,
  )
  return rows.map((row) => `${row.problem}: ${row.reference}`)
}

/** Users whose account in_withdrawal is not the sum of their withdrawals under review. */
async function heldAmiss(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ user_id: bigint; balance: bigint; held: bigint }>(
    `select account.user_id, account.balance, coalesce(sum(withdrawal.amount), 0)::bigint as held
       from ledger_account account
       left join withdrawal on withdrawal.user_id = account.user_id and withdrawal.status = 1
      where account.kind = 3 group by account.user_id, account.balance
     having account.balance <> coalesce(sum(withdrawal.amount), 0)`,
  )
  return rows.map((row) => `user ${row.user_id} has ${row.balance} in withdrawal instead of ${row.held}`)
}

/** The house has the fee of every paid withdrawal. */
async function feesAmiss(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ paid: bigint; booked: bigint }>(
    `select (select coalesce(sum(fee), 0)::bigint from withdrawal where status = 2) as paid,
            (select sum(balance)::bigint from ledger_account where user_id is null and kind = 103) as booked`,
  )
  return rows.filter((row) => row.paid !== row.booked).map((row) => `fees are ${row.booked} instead of ${row.paid}`)
}

/** Capital records whose balances do not join up: transfers have to be numbered as they changed the balance. */
async function recordsAmiss(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ user_id: bigint; transfer_id: bigint }>(
    `select user_id, min(transfer_id) as transfer_id
       from (select account.user_id, posting.transfer_id, posting.balance_after,
                    sum(posting.amount) over (partition by account.id order by posting.transfer_id) as balance
               from ledger_posting posting
               join ledger_account account on account.id = posting.account_id and account.kind = 1) summed
      where balance_after <> balance group by user_id`,
  )
  return rows.map((row) => `the record of user ${row.user_id} does not join up at transfer ${row.transfer_id}`)
}

/** Violations of the rules of money in and out; empty if there are none. */
export async function brokenWallet(database: Queryable): Promise<string[]> {
  return [
    ...(await transfersAmiss(database)),
    ...(await heldAmiss(database)),
    ...(await feesAmiss(database)),
    ...(await recordsAmiss(database)),
  ]
}
