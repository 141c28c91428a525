import { addDays, savingsDay } from '../../../../contract/savingsDates'
import type { Database, Queryable, Tx } from '../../database/database'
import { formatMoney } from '../../shared/money'
import { daysBetween, demoIncome } from './demoIncome'
import { readFund } from './jobs'
import { listIncomes } from './repository'
import { incomeToWire } from './wire'

export { isUnusualIncome, readIncome } from './incomeRules'

/** As many days as a chart shows and the six before them, so that every day has its 7-day rate. */
const DEMO_HISTORY_DAYS = 90 + 6
export interface IncomeEntry {
  day: string
  perTenThousand: string
  rate: string
  source: string
  accrued: boolean
}

/** The result of an operator's change, or why it could not be made. */
export type IncomeOutcome = { outcome: 'set'; before: string | null } | { outcome: 'not_over' | 'accrued' }

/** The newest income × 10^4 in the seven days before `day`, for comparison. */
export async function incomeBefore(database: Queryable, day: string): Promise<bigint | undefined> {
  const row = await database.first<{ income: bigint }>(
    'select per_ten_thousand_e4 as income from savings_income where day < $1 and day >= $1::date - 7 order by day desc limit 1',
    [day],
  )
  return row?.income
}

/** Sets or corrects the income of a day that is over and whose accrual has not begun. */
export async function setIncome(tx: Tx, day: string, incomeE4: bigint, today: string): Promise<IncomeOutcome> {
  if (day >= today) return { outcome: 'not_over' }
  // No accrual begins while this lock is held.
  await tx.query('select one from savings_fund for update')
  const { started } = await readFund(tx)
  if (started !== null && day <= started) return { outcome: 'accrued' }
  const row = await tx.first<{ income: bigint }>(
    'select per_ten_thousand_e4 as income from savings_income where day = $1',
    [day],
  )
  await tx.query(
    `insert into savings_income (day, per_ten_thousand_e4, source) values ($1, $2, 'operator')
     on conflict (day) do update set per_ten_thousand_e4 = excluded.per_ten_thousand_e4, source = excluded.source,
                                     revision = savings_income.revision + 1`,
    [day, incomeE4],
  )
  const before = row?.income
  return { outcome: 'set', before: before === undefined ? null : formatMoney(before, 4) }
}

/** The last `days` days before today, newest first; a day without an income is listed as missing. */
export async function incomesOf(database: Queryable, today: string, days: number): Promise<IncomeEntry[]> {
  const from = addDays(today, -days)
  const [rows, sources, { accruedThrough }] = [
    await listIncomes(database, from),
    await database.query<{ day: string; source: string }>(
      'select day::text as day, source from savings_income where day >= $1',
      [from],
    ),
    await readFund(database),
  ]
  const known = new Map(rows.map((row) => [row.day, incomeToWire(row)]))
  const sourceOf = new Map(sources.map((row) => [row.day, row.source]))
  return daysBetween(from, addDays(today, -1))
    .reverse()
    .map((day) => ({
      day,
      perTenThousand: known.get(day)?.perTenThousand ?? 'missing',
      rate: known.get(day)?.rate ?? '-',
      source: sourceOf.get(day) ?? '-',
      accrued: accruedThrough !== null && day <= accruedThrough,
    }))
}

/**
 * Demo funds only: gives every past day that has no income and is not accrued the income of the public formula. A fund
 * that has not begun gets the last `DEMO_HISTORY_DAYS` days.
 */
export async function fillDemoIncomes(database: Database, atMs: number): Promise<void> {
  const today = savingsDay(atMs)
  const { started } = await readFund(database)
  const history = addDays(today, -DEMO_HISTORY_DAYS)
  const first = started === null ? history : addDays(started, 1)
  const days = daysBetween(first, addDays(today, -1))
  await database.query(
    `insert into savings_income (day, per_ten_thousand_e4, source)
       select day, income, 'demo' from unnest($1::date[], $2::bigint[]) as drawn (day, income)
        where day > coalesce((select greatest(accrued_through, accruing) from savings_fund), '-infinity')
     on conflict do nothing`,
    [days, days.map(demoIncome)],
  )
}
