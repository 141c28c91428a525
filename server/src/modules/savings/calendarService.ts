import { addDays, isTradingDay } from '../../../../contract/savingsDates'
import type { Queryable, Tx } from '../../database/database'
import { daysBetween } from './demoIncome'
import { CLOSED_DAYS_MAX, closedDaysFrom } from './repository'

/** A market that is closed for longer than this is a typing error; contract/savingsDates.ts gives up at 60. */
const CLOSED_RUN_MAX = 30

/** The result of an operator's change of a day, or why it could not be made. */
export type CalendarOutcome = 'done' | 'unchanged' | 'weekend' | 'past' | 'too_long' | 'too_many'

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
