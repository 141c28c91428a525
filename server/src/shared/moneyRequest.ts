import type { FailureReason, TimelineEntry } from '../../../contract/deposits'
import type { MONEY_STATUS } from './stored'

/** What deposits and withdrawals have in common: both are requests that end well or fail. */

export type MoneyStatus = keyof typeof MONEY_STATUS

export type TimelineStep = TimelineEntry['step']

export interface MoneyListFilter {
  status: MoneyStatus | undefined
  /** Running number of the last row of the page before. */
  before: bigint | null
  limit: number
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
