import type { Withdrawal } from '../../../../contract/withdrawals'
import { formatMoney } from '../../shared/money'
import { MONEY_STATUS, storedName } from '../../shared/stored'
import { FAILURE_STEP, timelineOf } from '../moneyRequest'
import type { WithdrawalRow } from './repository'

export function withdrawalToWire(row: WithdrawalRow, scale: number): Withdrawal {
  const paid = row.status === MONEY_STATUS.successful ? row.ended_at : null
  const returned = row.status === MONEY_STATUS.failed ? row.ended_at : null
  return {
    id: row.id,
    reference: row.reference,
    amount: formatMoney(row.amount, scale),
    fee: formatMoney(row.fee, scale),
    received: formatMoney(row.amount - row.fee, scale),
    method: { kind: row.method_kind, name: row.method_name, masked: row.method_masked },
    status: storedName(MONEY_STATUS, row.status),
    reason: row.reason_code === null ? null : { code: row.reason_code, note: row.reason_note },
    payoutReference: row.payout_reference,
    canCancel: row.status === MONEY_STATUS.under_review && row.picked_up_at === null,
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
