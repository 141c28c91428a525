import type { Queryable } from '../src/database/database'

/** Kinds and amounts that were booked for a row: on `in_withdrawal` what was paid, on `available` the rest. */
const moved = (row: string, kinds: string) =>
  `select array_agg(t.kind || ' ' || p.amount order by t.kind)
     from ledger_transfer t
     join ledger_account a on a.user_id = t.user_id and a.kind = case t.kind when 31 then 3 else 1 end
     left join ledger_posting p on p.transfer_id = t.id and p.account_id = a.id
    where t.user_id = ${row}.user_id and t.reference = ${row}.id and t.kind in (${kinds})`

/** Deposits and withdrawals whose transfers are not exactly those that their state asks for. */
async function transfersAmiss(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ reference: string; problem: string }>(
    `select d.reference, 'deposit' as problem from deposit d
      where (${moved('d', '20')}) is distinct from case when d.status = 2 then array['20 ' || d.amount] end
     union all
     select w.reference, 'withdrawal' from withdrawal w
      where (${moved('w', '30, 31, 32')}) is distinct from array['30 ' || -w.amount] || case w.status
              when 2 then array['31 ' || -w.amount] when 3 then array['32 ' || w.amount] else '{}' end
     union all
     select t.reference::text, 'transfer without its row' from ledger_transfer t
      where t.kind in (20, 30, 31, 32)
        and not exists (select 1 from deposit d where t.kind = 20 and d.user_id = t.user_id and d.id = t.reference)
        and not exists (select 1 from withdrawal w where t.kind <> 20 and w.user_id = t.user_id and w.id = t.reference)`,
  )
  return rows.map((row) => `${row.problem}: ${row.reference}`)
}

/** Users whose account in_withdrawal is not the sum of their withdrawals under review. */
async function heldAmiss(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ user_id: bigint; balance: bigint; held: bigint }>(
    `select a.user_id, a.balance, coalesce(sum(w.amount), 0)::bigint as held
       from ledger_account a left join withdrawal w on w.user_id = a.user_id and w.status = 1
      where a.kind = 3 group by a.user_id, a.balance having a.balance <> coalesce(sum(w.amount), 0)`,
  )
  return rows.map((row) => `user ${row.user_id} has ${row.balance} in withdrawal instead of ${row.held}`)
}

/** The house has of each paid withdrawal its fee. */
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
       from (select a.user_id, p.transfer_id, p.balance_after,
                    sum(p.amount) over (partition by a.id order by p.transfer_id) as balance
               from ledger_posting p join ledger_account a on a.id = p.account_id and a.kind = 1) x
      where balance_after <> balance group by user_id`,
  )
  return rows.map((row) => `the record of user ${row.user_id} does not join up at transfer ${row.transfer_id}`)
}

/** What must hold of money that comes and goes; empty when it does. */
export async function brokenWallet(database: Queryable): Promise<string[]> {
  return [
    ...(await transfersAmiss(database)),
    ...(await heldAmiss(database)),
    ...(await feesAmiss(database)),
    ...(await recordsAmiss(database)),
  ]
}
