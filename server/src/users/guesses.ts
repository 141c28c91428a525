import type { Queryable } from '../database/database'
import { DAY_MS } from '../shared/time'

/**
 * Wrong tries lock for a while, each further lock this many times as long; without one for `forgetMs` all begins again.
 */
export interface GuessRule {
  tries: number
  lockMs: number
  growth: number
  lockMaxMs: number
  forgetMs: number
}

/**
 * PRODUCT.md 9.5: 5 wrong tries lock for 15 minutes, and each further lock is four times as long, up to a day. A right
 * one, or a day without a wrong one, resets the count.
 */
export const GUESS_RULE: GuessRule = { tries: 5, lockMs: 15 * 60_000, growth: 4, lockMaxMs: DAY_MS, forgetMs: DAY_MS }

/** A table of counts, with the columns by which a count is found and their values. */
export interface Counted {
  table: 'guess' | 'staff_try'
  key: Record<string, unknown>
}

/** A try that may be checked. `lockedUntil` is set for the last one: if it is wrong, it locks. */
export interface Guess {
  failures: number
  lockedUntil: Date | null
}

const whereOf = (key: Counted['key']) =>
  Object.keys(key)
    .map((column, nth) => `${column} = $${nth + 1}`)
    .join(' and ')

/** Until when this count is locked, or undefined. */
export async function lockOf(database: Queryable, { table, key }: Counted, now: number): Promise<Date | undefined> {
  const values = Object.values(key)
  const row = await database.first<{ locked_until: Date }>(
    `select locked_until from ${table} where ${whereOf(key)} and locked_until > $${values.length + 1}`,
    [...values, new Date(now)],
  )
  return row?.locked_until
}

/**
 * Counts a try before it is checked, in its own statement: tries that arrive together cannot share one count, and
 * a rollback cannot undo it. While locked it returns the end of the lock instead.
 */
export async function countGuess(
  database: Queryable,
  { table, key }: Counted,
  rule: GuessRule,
  now: number,
): Promise<Guess | { waitUntil: Date }> {
  const columns = Object.keys(key)
  const values = Object.values(key)
  const [at, forgotten, tries, lockMs, growth, lockMaxMs] = [1, 2, 3, 4, 5, 6].map((nth) => `$${values.length + nth}`)
  const begins = `(known.locked_until <= ${at} or known.last_failed_at <= ${forgotten})`
  const row = await database.first<{ failures: number; locked_until: Date | null }>(
    `insert into ${table} as known (${columns.join(', ')}, failures, last_failed_at)
       values (${columns.map((_, nth) => `$${nth + 1}`).join(', ')}, 1, ${at})
     on conflict (${columns.join(', ')}) do update set
       failures = case when ${begins} then 1 else known.failures + 1 end,
       last_failed_at = ${at},
       locks = case when coalesce(known.locked_until, known.last_failed_at) <= ${forgotten} then 0
                    when not coalesce(${begins}, false) and known.failures + 1 >= ${tries} then known.locks + 1
                    else known.locks end,
       locked_until = case when ${begins} then null
                           when known.failures + 1 >= ${tries}
                             then ${at}::timestamptz + least(${lockMs}::float8 * power(${growth}::float8, least(known.locks, 20)),
                                                             ${lockMaxMs}::float8) * interval '1 ms' end
     where known.locked_until is null or known.locked_until <= ${at}
     returning failures, locked_until`,
    [...values, new Date(now), new Date(now - rule.forgetMs), rule.tries, rule.lockMs, rule.growth, rule.lockMaxMs],
  )
  if (row) return { failures: row.failures, lockedUntil: row.locked_until }
  return { waitUntil: (await lockOf(database, { table, key }, now)) ?? new Date(now + 1_000) }
}
