import type { Deposit, TimelineEntry } from '../../../../contract/deposits'
import { formatMoney } from '../../shared/money'
import { MONEY_STATUS, storedName } from '../../shared/stored'
import { HOUR_MS } from '../../shared/time'
import { FAILURE_STEP, timelineOf } from '../moneyRequest'
import { KINDS } from './kinds'
import type { DepositRow } from './repository'

function depositTimeline(row: DepositRow): TimelineEntry[] {
  return timelineOf([
    ['created', row.created_at],
    ['receipt_added', row.receipt_at],
    [row.reason_code === null ? 'rejected' : FAILURE_STEP[row.reason_code], row.failed_at],
    ['approved', KINDS[row.channel_kind].isByHand ? row.credited_at : null],
    ['credited', row.credited_at],
  ])
}

/** PRODUCT.md 20.4: somebody should have looked by then. */
export const DEPOSIT_DUE_MS = 12 * HOUR_MS

export function depositToWire(row: DepositRow, scale: number): Deposit {
  const underReview = storedName(MONEY_STATUS, row.status) === 'under_review'
  const timeline = depositTimeline(row)
  const { isByHand } = KINDS[row.channel_kind]
  // The user says by the receipt that they have paid; without instructions there is nothing to wait for.
  const sentAt = timeline.find(({ step }) => step === (row.instructions.length > 0 ? 'receipt_added' : 'created'))?.at
  return {
    id: row.id,
    reference: row.reference,
    channel: row.channel,
    channelKind: row.channel_kind,
    channelLabel: row.channel_label,
    amount: formatMoney(row.amount, scale),
    status: storedName(MONEY_STATUS, row.status),
    reason:
      row.status === MONEY_STATUS.failed && row.reason_code !== null
        ? { code: row.reason_code, note: row.reason_note }
        : null,
    instructions: row.instructions,
    canCancel: underReview,
    canAddReceipt: underReview && isByHand,
    timeline,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    dueAt:
      underReview && isByHand && sentAt !== undefined
        ? new Date(Date.parse(sentAt) + DEPOSIT_DUE_MS).toISOString()
        : null,
  }
}
