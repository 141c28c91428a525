import type { Deposit, FailureReason, TimelineEntry } from '../../../../contract/deposits'
import { MONEY_STATUSES } from '../../../../contract/deposits'
import type { Withdrawal } from '../../../../contract/withdrawals'
import { present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import type { DepositRow, MoneyStatus } from './depositRepository'
import type { WithdrawalRow } from './withdrawalRepository'

type Step = TimelineEntry['step']

/** Stored as 1, 2, 3. */
export const statusOf = (status: number): MoneyStatus =>
  present(MONEY_STATUSES[status - 1], 'a stored status is one of the contract')

/** How each failure shows in a timeline. */
const FAILURE_STEP: Record<FailureReason['code'], Step> = {
  cancelled_by_user: 'cancelled',
  rejected: 'rejected',
  expired: 'expired',
  gateway_refused: 'rejected',
}

/** Steps with their instants, those that happened, in the order of time. */
function timelineOf(steps: readonly [Step, Date | null][]): TimelineEntry[] {
  return steps
    .flatMap(([step, at]) => (at === null ? [] : [{ step, at: at.toISOString() }]))
    .sort((a, b) => a.at.localeCompare(b.at))
}

function depositTimeline(row: DepositRow): TimelineEntry[] {
  const byHand = row.channel_kind === 'bank' || row.channel_kind === 'currency'
  return timelineOf([
    ['created', row.created_at],
    ['receipt_added', row.receipt_at],
    [row.reason_code === null ? 'rejected' : FAILURE_STEP[row.reason_code], row.failed_at],
    ['approved', byHand ? row.credited_at : null],
    ['credited', row.credited_at],
  ])
}

/** A deposit as it goes over the wire. */
export function depositToWire(row: DepositRow, scale: number): Deposit {
  const underReview = statusOf(row.status) === 'under_review'
  const byHand = row.channel_kind === 'bank' || row.channel_kind === 'currency'
  return {
    id: row.id,
    reference: row.reference,
    channel: row.channel,
    channelKind: row.channel_kind,
    channelLabel: row.channel_label,
    amount: formatMoney(row.amount, scale),
    status: statusOf(row.status),
    reason: row.status === 3 && row.reason_code !== null ? { code: row.reason_code, note: row.reason_note } : null,
    instructions: row.instructions,
    canCancel: underReview,
    canAddReceipt: underReview && byHand,
    timeline: depositTimeline(row),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

/** A withdrawal as it goes over the wire. */
export function withdrawalToWire(row: WithdrawalRow, scale: number): Withdrawal {
  const paid = row.status === 2 ? row.ended_at : null
  const returned = row.status === 3 ? row.ended_at : null
  return {
    id: row.id,
    reference: row.reference,
    amount: formatMoney(row.amount, scale),
    fee: formatMoney(row.fee, scale),
    received: formatMoney(row.amount - row.fee, scale),
    method: { kind: row.method_kind, name: row.method_name, masked: row.method_masked },
    status: statusOf(row.status),
    reason: row.reason_code === null ? null : { code: row.reason_code, note: row.reason_note },
    payoutReference: row.payout_reference,
    canCancel: row.status === 1 && row.picked_up_at === null,
    timeline: timelineOf([
      ['created', row.created_at],
      ['picked_up', row.picked_up_at],
      ['approved', paid],
      ['paid', paid],
      [row.reason_code === null ? 'rejected' : FAILURE_STEP[row.reason_code], returned],
      ['money_back', returned],
    ]),
    createdAt: row.created_at.toISOString(),
    expectedAt: row.expected_at.toISOString(),
  }
}
