import type { FailureReason, MoneyListQuery, TimelineEntry } from '../../../contract/deposits'
import { ok, type Result } from '../shared/result'
import { MONEY_STATUS } from '../shared/stored'

/** The common part of deposits and withdrawals: both are requests that end well or fail. */

export type MoneyStatus = keyof typeof MONEY_STATUS

export type TimelineStep = TimelineEntry['step']

export interface MoneyListFilter {
  status: MoneyListQuery['status']
  /** Running number of the last row of the page before. */
  before: bigint | null
  limit: number
}

/** The condition of a list on its rows: what the user canceled is apart from what failed. */
export function statusCondition(status: MoneyListQuery['status']): string {
  if (status === undefined) return ''
  if (status === 'cancelled') return `and status = ${MONEY_STATUS.failed} and reason_code = 'cancelled_by_user'`
  const others = status === 'failed' ? `and reason_code is distinct from 'cancelled_by_user'` : ''
  return `and status = ${MONEY_STATUS[status]} ${others}`
}

/** Why an operator cannot decide on a request: there is none, or it has ended, well or not. */
export type EndedProblem = 'unknown' | 'successful' | 'failed'

/** The request, if it is still under review. */
export function underReview<Row extends { status: number }>(row: Row | undefined): Result<Row, EndedProblem> {
  if (!row) return { ok: false, error: 'unknown' }
  if (row.status === MONEY_STATUS.under_review) return ok(row)
  return { ok: false, error: row.status === MONEY_STATUS.successful ? 'successful' : 'failed' }
}

/** How each failure shows in a timeline. */
export const FAILURE_STEP: Record<FailureReason['code'], TimelineStep> = {
  cancelled_by_user: 'cancelled',
  rejected: 'rejected',
  expired: 'expired',
  gateway_refused: 'rejected',
}

/** Steps with their instants, those that happened, in the order of time. */
export function timelineOf(steps: readonly [TimelineStep, Date | null][]): TimelineEntry[] {
  return steps
    .flatMap(([step, at]) => (at === null ? [] : [{ step, at: at.toISOString() }]))
    .sort((a, b) => a.at.localeCompare(b.at))
}
