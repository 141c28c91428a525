import { type FailureReason, MONEY_STATUSES, type TimelineEntry } from '../../../contract/deposits'
import { present } from './assert'

/** What deposits and withdrawals have in common: both are requests that end well or fail. */

/** Numbers of server/sql/constants.sql. They are stored, so they never change. */
export const MONEY_STATUS = { under_review: 1, successful: 2, failed: 3 } as const
export type MoneyStatus = keyof typeof MONEY_STATUS

export type TimelineStep = TimelineEntry['step']

export interface MoneyListFilter {
  status: MoneyStatus | undefined
  /** Running number of the last row of the page before. */
  before: bigint | null
  limit: number
}

/** Stored as 1, 2, 3. */
export const statusOf = (status: number): MoneyStatus =>
  present(MONEY_STATUSES[status - 1], 'a stored status is one of the contract')

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
