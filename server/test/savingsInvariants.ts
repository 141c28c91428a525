import type { Database } from '../src/database/database'
import { type RuleEarning, replaySavings } from './savingsRule'

/** Shares and the money ledger are the same figures: pending, confirmed, earned. */
async function sharesAmiss(database: Database): Promise<string[]> {
  const rows = await database.query<{ user_id: bigint; what: string }>(
    `select account.user_id, case account.kind when 4 then 'pending' else 'confirmed' end as what
       from ledger_account account
       left join lateral (
         select coalesce(sum(amount) filter (where kind = 1 and status = 1), 0) as pending,
                coalesce(sum(amount) filter (where kind = 1 and status = 2), 0)
                  - coalesce(sum(amount) filter (where kind = 2), 0) as moved
           from savings_movement where user_id = account.user_id
       ) movements on true
       left join lateral (
         select coalesce(sum(amount), 0) as earned from savings_earning where user_id = account.user_id
       ) earnings on true
      where account.kind = 4 and account.balance <> movements.pending
         or account.kind = 5 and account.balance <> movements.moved + earnings.earned
     union all
     select saver.user_id, 'sum of earnings' from savings_account saver
      where saver.earned <> (select coalesce(sum(amount), 0) from savings_earning where user_id = saver.user_id)
     union all
     select saver.user_id, 'carry' from savings_account saver
      where saver.carry <> coalesce((select carry_after from savings_earning where user_id = saver.user_id
                                      order by day desc limit 1), 0)`,
  )
  return rows.map((row) => `savings: ${row.what} of user ${row.user_id} differs`)
}

/** Every movement and every day's earnings has exactly the transfers that it should, and no transfer is without one. */
async function transfersAmiss(database: Database): Promise<string[]> {
  const rows = await database.query<{ what: string; wanted: bigint; found: bigint }>(
    `with wanted as (
       select user_id, case kind when 1 then 40 else 42 end as kind, id as reference, amount from savings_movement
       union all
       select user_id, 41, id, amount from savings_movement where kind = 1 and status = 2
       union all
       select user_id, 43, savings_day_reference(day), amount from savings_earning where amount > 0
     ), found as (
       select transfer.user_id, transfer.kind::int as kind, transfer.reference, max(posting.amount) as amount
         from ledger_transfer transfer join ledger_posting posting on posting.transfer_id = transfer.id
        where transfer.kind between 40 and 43 group by transfer.id
     )
     select coalesce(wanted.user_id, found.user_id) || '/' || coalesce(wanted.kind, found.kind) || '/' ||
              coalesce(wanted.reference, found.reference) as what, wanted.amount as wanted, found.amount as found
       from wanted full join found
         on found.user_id = wanted.user_id and found.kind = wanted.kind and found.reference = wanted.reference
        and found.amount = wanted.amount
      where wanted.user_id is null or found.user_id is null`,
  )
  return rows.map((row) => `savings: transfer ${row.what} should be ${row.wanted} and is ${row.found}`)
}

const describe = (earning: RuleEarning | undefined) =>
  earning && [earning.day, earning.share, earning.amount, earning.carryBefore, earning.carryAfter].join(' ')

/** Computes every saver's earnings again with the rule that was written apart from the SQL. */
async function earningsAmiss(database: Database): Promise<string[]> {
  const fund = await database.first<{ through: string | null; accruing: string | null; last: bigint }>(
    `select accrued_through::text as through, accruing::text as accruing, last_user_id as last from savings_fund`,
  )
  const movements = await database.query<{ user_id: bigint; amount: bigint; counts_on: string }>(
    `select user_id, case kind when 1 then amount else -amount end as amount, counts_on::text as counts_on
       from savings_movement where status = 2`,
  )
  const incomes = new Map(
    (
      await database.query<{ day: string; income: bigint }>(
        'select day::text as day, per_ten_thousand_e4 as income from savings_income',
      )
    ).map((row) => [row.day, row.income]),
  )
  const stored = Map.groupBy(
    await database.query<RuleEarning & { user_id: bigint }>(
      `select user_id, day::text as day, share, amount, carry_before as "carryBefore", carry_after as "carryAfter"
         from savings_earning order by user_id, savings_earning.day`,
    ),
    (row) => row.user_id,
  )
  const problems: string[] = []
  for (const [userId, own] of Map.groupBy(movements, (row) => row.user_id)) {
    const isAhead = fund?.accruing !== null && userId <= (fund?.last ?? 0n)
    const through = (isAhead ? fund?.accruing : fund?.through) ?? ''
    try {
      const expected = replaySavings(
        own.map((row) => ({ amount: row.amount, countsOn: row.counts_on })),
        (day) => incomes.get(day) ?? -1n,
        through,
      )
      const found = stored.get(userId) ?? []
      const at = [...Array(Math.max(expected.length, found.length)).keys()].find(
        (index) => describe(expected[index]) !== describe(found[index]),
      )
      if (at !== undefined)
        problems.push(
          `savings: user ${userId} earned ${describe(found[at])} but the rule says ${describe(expected[at])}`,
        )
    } catch (error) {
      problems.push(`savings: user ${userId}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return problems
}

/** Violations of the rules of savings after every scenario; empty if there are none. */
export async function brokenSavings(database: Database): Promise<string[]> {
  return [...(await sharesAmiss(database)), ...(await transfersAmiss(database)), ...(await earningsAmiss(database))]
}
