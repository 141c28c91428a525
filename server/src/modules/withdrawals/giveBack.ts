import type { Withdrawal } from '../../../../contract/withdrawals'
import type { Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import { ok, type Result, refuse } from '../../shared/result'
import { MONEY_STATUS } from '../../shared/stored'
import { closeRequest, type EndedProblem, failureFacts, underReview } from '../moneyRequest'
import type { WithdrawalsDeps } from './deps'
import type { WithdrawalRow } from './repository'
import * as repository from './repository'
import { withdrawalToWire } from './wire'

/** Returns the money of a withdrawal under review that the caller has locked. */
async function giveBack(
  tx: Tx,
  deps: WithdrawalsDeps,
  row: WithdrawalRow,
  reason: { code: 'cancelled_by_user' | 'rejected'; note: string | null },
): Promise<WithdrawalRow> {
  const returned = await repository.markReturned(tx, row.number, { ...reason, at: new Date(deps.clock.now()) })
  const postings = [
    { account: 'inWithdrawal' as const, amount: -row.amount },
    { account: 'available' as const, amount: row.amount },
  ]
  const amount = formatMoney(row.amount, deps.config.currency.scale)
  const facts = { amount, reference: row.reference, ...failureFacts(reason) }
  await closeRequest(tx, deps, row, {
    table: 'withdrawal',
    transfer: { kind: 'withdrawalReturned', postings },
    told: reason.code === 'cancelled_by_user' ? undefined : { kind: 'withdrawal_failed', facts },
  })
  return present(returned, 'the caller holds a row that is under review')
}

/** By the user; `withdrawal_decided` once it was picked up or has ended. */
export async function cancel(
  deps: WithdrawalsDeps,
  userId: bigint,
  id: string,
): Promise<Result<Withdrawal, 'not_found' | 'withdrawal_decided'>> {
  const result = await deps.database.attempt(async (tx) => {
    const row = await repository.withdrawals.lock(tx, userId, id)
    if (!row) return refuse('not_found')
    // The answer was lost and the client sends the request again.
    if (row.reason_code === 'cancelled_by_user') return ok(row)
    if (row.status !== MONEY_STATUS.under_review || row.picked_up_at !== null) return refuse('withdrawal_decided')
    return ok(await giveBack(tx, deps, row, { code: 'cancelled_by_user', note: null }))
  })
  return result.ok ? ok(withdrawalToWire(result.value, deps.config.currency.scale)) : result
}

/** In the operator's transaction. `note`: what the user is told. */
export async function reject(
  deps: WithdrawalsDeps,
  tx: Tx,
  reference: string,
  note: string,
): Promise<Result<WithdrawalRow, EndedProblem>> {
  const held = underReview(await repository.withdrawals.lockByReference(tx, reference))
  return held.ok ? ok(await giveBack(tx, deps, held.value, { code: 'rejected', note })) : held
}
