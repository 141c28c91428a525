import { addDays, isTradingDay, savingsDay } from '../../../../contract/savingsDates'
import type { Database, Queryable, Tx } from '../../database/database'
import { formatMoney } from '../../shared/money'
import { daysBetween, demoIncome } from './demoIncome'
import { readFund } from './jobs'
import { CLOSED_DAYS_MAX, closedDaysFrom, listIncomes } from './repository'
import { incomeToWire } from './wire'

export { isUnusual, readIncome } from './incomeRules'

/** As many days as a chart shows and the six before them, so that every day has its 7-day rate. */
const DEMO_HISTORY_DAYS = 90 + 6
/** A market that is closed for longer than this is a typing error; contract/savingsDates.ts gives up at 60. */
const CLOSED_RUN_MAX = 30

export interface IncomeEntry {
  day: string
  perTenThousand: string
  rate: string
  source: string
  accrued: boolean
}

/** The result of an operator's change, or why it could not be made. */
export type IncomeOutcome = { outcome: 'set'; before: string | null } | { outcome: 'not_over' | 'accrued' }
export type CalendarOutcome = 'done' | 'unchanged' | 'weekend' | 'past' | 'too_long' | 'too_many'

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

/** How many days in a row around `day` would be without trading, `day` included. */
function closedRunAround(day: string, closed: ReadonlySet<string>): number {
  let first = day
  let last = day
  while (!isTradingDay(addDays(first, -1), closed) && first > addDays(day, -CLOSED_RUN_MAX - 1))
    first = addDays(first, -1)
  while (!isTradingDay(addDays(last, 1), closed) && last < addDays(day, CLOSED_RUN_MAX + 1)) last = addDays(last, 1)
  return daysBetween(first, last).length
}

/** Closes a day to trading. Accepted deposits keep the dates that their owners were given. */
export async function closeDay(tx: Tx, day: string, note: string, today: string): Promise<CalendarOutcome> {
  if (!isTradingDay(day, new Set())) return 'weekend'
  if (day < today) return 'past'
  // Operators at the same time see each other's days.
  await tx.query('lock table savings_closed_day in share row exclusive mode')
  const closed = await closedDaysFrom(tx, addDays(today, -CLOSED_RUN_MAX - 1))
  if (closedRunAround(day, new Set([...closed, day])) > CLOSED_RUN_MAX) return 'too_long'
  if (closed.filter((other) => other >= today && other !== day).length + 1 > CLOSED_DAYS_MAX) return 'too_many'
  const isNew = await tx.some(
    `insert into savings_closed_day (day, note) values ($1, $2)
     on conflict (day) do update set note = excluded.note where savings_closed_day.note <> excluded.note returning day`,
    [day, note],
  )
  return isNew ? 'done' : 'unchanged'
}

export async function openDay(tx: Tx, day: string, today: string): Promise<CalendarOutcome> {
  if (!isTradingDay(day, new Set())) return 'weekend'
  if (day < today) return 'past'
  const isGone = await tx.some('delete from savings_closed_day where day = $1 returning day', [day])
  return isGone ? 'done' : 'unchanged'
}

export function closedDays(database: Queryable, from: string, limit: number): Promise<{ day: string; note: string }[]> {
  return database.query<{ day: string; note: string }>(
    'select day::text as day, note from savings_closed_day where day >= $1 order by savings_closed_day.day limit $2',
    [from, limit],
  )
}
