import { DAYS_MAX, type ReconciledDay } from '../../../../contract/consoleAudit'
import type { Queryable } from '../../database/database'
import { formatMoney } from '../../shared/money'
import { ok, type Result, refuse } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import type { ConsoleDeps } from '../action'

const USUAL_DAYS = 31

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export interface Days {
  /** Days of UTC, both included. */
  from: string
  until: string
}

/** The last days until the one that is named, or until today. */
export function usualDays(now: number, until = dayText(now)): Days {
  const end = Date.parse(`${until}T00:00:00Z`)
  return { from: dayText(end - (USUAL_DAYS - 1) * DAY_MS), until }
}

/** The days that were asked for, by default the last ones. */
export function daysOf(asked: { from?: string; until?: string }, now: number): Result<Days, 'invalid_request'> {
  const { from: usual, until } = usualDays(now, asked.until)
  const from = asked.from ?? usual
  const count = (Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1
  return count >= 1 && count <= DAYS_MAX ? ok({ from, until }) : refuse('invalid_request')
}

/** Minor units; server/sql/migrations/0030_funding_movement.sql says what each is. */
interface SumRow {
  day: string
  what: 'deposit' | 'withdrawal' | 'grant' | 'stray' | 'bank' | 'bank_aside' | 'without_line'
  amount: bigint
  booked: bigint
}

function* each({ from, until }: Days) {
  for (let at = Date.parse(from); at <= Date.parse(until); at += DAY_MS) yield dayText(at)
}

const sumOf = (rows: readonly SumRow[], what: SumRow['what'], part: 'amount' | 'booked') =>
  rows.filter((row) => row.what === what).reduce((sum, row) => sum + row[part], 0n)

function reconcile(day: string, rows: readonly SumRow[], money: (minor: bigint) => string): ReconciledDay {
  const amount = (what: SumRow['what']) => sumOf(rows, what, 'amount')
  const explained = amount('deposit') + amount('withdrawal') + amount('grant')
  const funding = (['deposit', 'withdrawal', 'grant', 'stray'] as const).reduce(
    (sum, what) => sum + sumOf(rows, what, 'booked'),
    0n,
  )
  const [bankIn, bankCredited, bankAside] = [amount('bank'), sumOf(rows, 'bank', 'booked'), amount('bank_aside')]
  return {
    day,
    deposits: money(amount('deposit')),
    withdrawals: money(-amount('withdrawal')),
    granted: money(amount('grant')),
    funding: money(funding),
    bookDifference: money(funding - explained),
    bankIn: money(bankIn),
    bankCredited: money(bankCredited),
    bankAside: money(bankAside),
    bankDifference: money(bankIn - bankCredited - bankAside),
    withoutLine: money(amount('without_line')),
  }
}

/** Every day of the range, newest first. */
export async function readReconciliation(
  { config }: Pick<ConsoleDeps, 'config'>,
  database: Queryable,
  days: Days,
): Promise<ReconciledDay[]> {
  const { scale, code } = config.currency
  const rows = await database.query<SumRow>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, what,
            sum(amount)::bigint as amount, sum(booked)::bigint as booked
       from funding_movement where at >= $1 and at < $2 and (currency is null or currency = $3) group by 1, 2`,
    [new Date(days.from), new Date(Date.parse(days.until) + DAY_MS), code],
  )
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const money = (minor: bigint) => formatMoney(minor, scale)
  return [...each(days)].reverse().map((day) => reconcile(day, byDay.get(day) ?? [], money))
}
