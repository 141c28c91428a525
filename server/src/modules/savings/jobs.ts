import type { Database, Queryable } from '../../database/database'
import { notifyUsers } from '../../database/userEvents'
import { present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import type { MessagesService } from '../messages/service'

export interface JobDeps {
  database: Database
  messages: MessagesService
  config: { currency: { scale: number } }
}

/** What a step of accruing did; see server/sql/functions/accrue_savings.sql. `day` is the day in question. */
export type AccrualState = 'busy' | 'idle' | 'no_income' | 'unconfirmed' | 'began' | 'batch' | 'finished'
export interface AccrualStep {
  state: AccrualState
  day: string | null
  /** Savers that were looked at. */
  scanned: number
}

/** Confirms up to `limit` deposits whose day has come by `today`, and tells their owners. Answers how many. */
export async function confirmDue(deps: JobDeps, today: string, limit: number, at: Date): Promise<number> {
  return deps.database.withTransaction(async (tx) => {
    const rows = await tx.query<{ user_id: bigint; id: string; amount: bigint; counts_on: string }>(
      'select user_id, id, amount, counts_on::text as counts_on from confirm_savings($1, $2, $3)',
      [today, limit, at],
    )
    if (rows.length === 0) return 0
    await deps.messages.sendAll(
      tx,
      rows.map((row) => ({
        userId: row.user_id,
        kind: 'savings_confirmed',
        facts: { amount: formatMoney(row.amount, deps.config.currency.scale), day: row.counts_on },
        reference: row.id,
      })),
    )
    await notifyUsers(
      tx,
      rows.map((row) => row.user_id),
      ['savings', 'account'],
    )
    return rows.length
  })
}

/** The next step of accruing: at most `limit` savers of the oldest day that is due. One transaction. */
export async function accrueStep(deps: JobDeps, today: string, limit: number): Promise<AccrualStep> {
  return deps.database.withTransaction(async (tx) => {
    const rows = await tx.query<{ state: AccrualState; day: string | null; scanned: number; savers: bigint[] | null }>(
      'select state, day::text as day, scanned, savers from accrue_savings($1, $2)',
      [today, limit],
    )
    const { savers, ...step } = present(rows[0], 'accrue_savings answers one row')
    if (savers !== null) await notifyUsers(tx, savers, ['savings', 'account'])
    return step
  })
}

/** The last day that everybody's earnings are booked for, and from which day on incomes may still be set. */
export async function readFund(database: Queryable) {
  const rows = await database.query<{ accrued_through: string | null; started: string | null }>(
    `select accrued_through::text as accrued_through, greatest(accrued_through, accruing)::text as started
       from savings_fund`,
  )
  const { accrued_through: accruedThrough, started } = present(rows[0], 'the fund has its row')
  return { accruedThrough, started }
}
