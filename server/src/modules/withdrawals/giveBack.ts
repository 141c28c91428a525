import type { Withdrawal } from '../../../../contract/withdrawals'
import type { Tx } from '../../database/database'
import { assert, present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import { MONEY_STATUS } from '../../shared/stored'
import { notifyUser } from '../../users/userEvents'
import { type EndedProblem, underReview } from '../moneyRequest'
import type { WithdrawalsDeps } from './deps'
import type { WithdrawalRow } from './repository'
import * as repository from './repository'
import { withdrawalToWire } from './wire'

/** The only transfer of a withdrawal that is returned. A user who canceled gets no message. */
async function giveBack(
  tx: Tx,
  deps: WithdrawalsDeps,
  row: WithdrawalRow,
  reason: { code: 'cancelled_by_user' | 'rejected'; note: string | null },
): Promise<WithdrawalRow> {
  const returned = await repository.markReturned(tx, row.number, { ...reason, at: new Date(deps.clock.now()) })
  const posted = await deps.ledger.post(tx, {
    userId: row.user_id,
    kind: 'withdrawalReturned',
    reference: row.id,
    postings: [
      { account: 'inWithdrawal', amount: -row.amount },
      { account: 'available', amount: row.amount },
    ],
  })
  assert(posted.outcome === 'posted', 'a withdrawal under review is held and has no end yet')
  if (reason.code === 'rejected') {
    await deps.messages.send(tx, {
      userId: row.user_id,
      kind: 'withdrawal_failed',
      facts: {
        amount: formatMoney(row.amount, deps.config.currency.scale),
        reference: row.reference,
        reason: reason.code,
        ...(reason.note ? { note: reason.note } : {}),
      },
      reference: `withdrawal ${row.id}`,
    })
  }
  await notifyUser(tx, row.user_id, ['withdrawals', 'account'])
  return present(returned, 'the caller holds a row that is under review')
}

/** By the user; `withdrawal_decided` once it was picked up or has ended. */
export async function cancel(
  deps: WithdrawalsDeps,
  userId: bigint,
  id: string,
): Promise<Result<Withdrawal, AppError<'not_found' | 'withdrawal_decided'>>> {
  const result = await deps.database.attempt(async (tx) => {
    const row = await repository.withdrawals.lock(tx, userId, id)
    if (!row) return fail('not_found')
    // The answer was lost and the client sends the request again.
    if (row.reason_code === 'cancelled_by_user') return ok(row)
    if (row.status !== MONEY_STATUS.under_review || row.picked_up_at !== null) return fail('withdrawal_decided')
    return ok(await giveBack(tx, deps, row, { code: 'cancelled_by_user', note: null }))
  })
  return result.ok ? ok(withdrawalToWire(result.value, deps.config.currency.scale)) : result
}

/** In the operator's transaction. `note`: what the user is told. */
export async function reject(
  tx: Tx,
  deps: WithdrawalsDeps,
  reference: string,
  note: string,
): Promise<Result<WithdrawalRow, EndedProblem>> {
  const held = underReview(await repository.withdrawals.lockByReference(tx, reference))
  return held.ok ? ok(await giveBack(tx, deps, held.value, { code: 'rejected', note })) : held
}
