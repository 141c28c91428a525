import type { Database, Queryable, Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import { notifyUsers } from '../../users/userEvents'
import type { MessagesService } from '../messages/service'

export interface JobDeps {
  database: Database
  messages: MessagesService
  config: { currency: { scale: number } }
}

/** Result of an accrual step; see server/sql/functions/accrue_savings.sql. `day` is the day of the step. */
export type AccrualState = 'busy' | 'idle' | 'no_income' | 'unconfirmed' | 'began' | 'batch' | 'finished'
export interface AccrualStep {
  state: AccrualState
  day: string | null
  /** Savers that were checked. */
  scanned: number
}

interface ConfirmedRow {
  user_id: bigint
  id: string
  amount: bigint
  counts_on: string
}

/** Tells the owners of deposits that were just confirmed. Returns how many deposits there are. */
async function tellConfirmed(deps: JobDeps, tx: Tx, rows: readonly ConfirmedRow[]): Promise<number> {
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
}

/** Confirms up to `limit` deposits that are due by `today`, and tells their owners. Returns how many. */
export async function confirmDue(deps: JobDeps, today: string, limit: number, at: Date): Promise<number> {
  return deps.database.withTransaction(async (tx) =>
    tellConfirmed(
      deps,
      tx,
      await tx.query<ConfirmedRow>(
        'select user_id, id, amount, counts_on::text as counts_on from confirm_savings($1, $2, $3)',
        [today, limit, at],
      ),
    ),
  )
}

/** A saver with something that could not be booked. */
export interface SaverSetAside {
  userId: bigint
  reason: string
  tries: number
}

/**
 * Tries again to book what set-aside savers are owed, and returns those who still are: the oldest, at most 100. The
 * amount depends only on their movements and the incomes, whenever it is booked.
 */
export async function retrySetAside(deps: JobDeps, today: string, at: Date): Promise<SaverSetAside[]> {
  await deps.database.withTransaction(async (tx) => {
    const due = await tx.query<{ user_id: bigint }>('select user_id from savings_set_aside where retry_at <= $1', [at])
    if (due.length === 0) return
    const rows = await tx.query<ConfirmedRow>(
      'select user_id, id, amount, counts_on::text as counts_on from retry_savings($1, $2)',
      [today, at],
    )
    await tellConfirmed(deps, tx, rows)
    await notifyUsers(
      tx,
      due.map((row) => row.user_id),
      ['savings', 'account'],
    )
  })
  const rows = await deps.database.query<{ user_id: bigint; reason: string; tries: number }>(
    'select user_id, reason, tries from savings_set_aside order by since, user_id limit 100',
  )
  return rows.map(({ user_id: userId, ...row }) => ({ userId, ...row }))
}

/** The next step of accruing: at most `limit` savers of the oldest day that is due, in one transaction. */
export async function accrueStep(deps: JobDeps, today: string, limit: number, at: Date): Promise<AccrualStep> {
  return deps.database.withTransaction(async (tx) => {
    const row = await tx.first<{ state: AccrualState; day: string | null; scanned: number; savers: bigint[] | null }>(
      'select state, day::text as day, scanned, savers from accrue_savings($1, $2, $3)',
      [today, limit, at],
    )
    const { savers, ...step } = present(row, 'accrue_savings answers one row')
    if (savers !== null) await notifyUsers(tx, savers, ['savings', 'account'])
    return step
  })
}

/** The last day that all earnings are booked for, and the last one whose accrual has begun: its income is final. */
export async function readFund(database: Queryable) {
  const row = await database.first<{ accrued_through: string | null; started: string | null }>(
    `select accrued_through::text as accrued_through, greatest(accrued_through, accruing)::text as started
       from savings_fund`,
  )
  const { accrued_through: accruedThrough, started } = present(row, 'the fund has its row')
  return { accruedThrough, started }
}
