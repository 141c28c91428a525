import type { Tx } from '../../database/database'
import { assert, present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import { ok, type Result } from '../../shared/result'
import { MONEY_STATUS } from '../../shared/stored'
import { notifyUser } from '../../users/userEvents'
import { type EndedProblem, underReview } from '../moneyRequest'
import { booksAddUp } from './books'
import type { WithdrawalsDeps } from './deps'
import type { WithdrawalRow } from './repository'
import * as repository from './repository'

export type PaymentProblem = EndedProblem | 'not_picked_up' | 'other_amount'

/** Why a withdrawal cannot be booked as paid; `pay` checks again. */
export function paymentProblem(row: WithdrawalRow, amount: bigint): PaymentProblem | undefined {
  if (row.status !== MONEY_STATUS.under_review) return row.status === MONEY_STATUS.successful ? 'successful' : 'failed'
  if (row.picked_up_at === null) return 'not_picked_up'
  return row.amount === amount ? undefined : 'other_amount'
}

/** The only transfer of a paid withdrawal. The caller has locked the row, and it is under review. */
async function book(
  tx: Tx,
  deps: WithdrawalsDeps,
  row: WithdrawalRow,
  payoutReference: string,
): Promise<WithdrawalRow> {
  const paid = await repository.markPaid(tx, row.number, payoutReference, new Date(deps.clock.now()))
  const received = row.amount - row.fee
  const posted = await deps.ledger.post(tx, {
    userId: row.user_id,
    kind: 'withdrawalPaid',
    reference: row.id,
    postings: [
      { account: 'inWithdrawal', amount: -row.amount },
      { account: 'funding', amount: received },
      ...(row.fee > 0n ? [{ account: 'fees' as const, amount: row.fee }] : []),
    ],
  })
  assert(posted.outcome === 'posted', 'a withdrawal under review is held and has no end yet')
  const money = (minor: bigint) => formatMoney(minor, deps.config.currency.scale)
  await deps.messages.send(tx, {
    userId: row.user_id,
    kind: 'withdrawal_successful',
    facts: { amount: money(row.amount), received: money(received), reference: row.reference },
    reference: `withdrawal ${row.id}`,
  })
  await notifyUser(tx, row.user_id, ['withdrawals', 'account'])
  return present(paid, 'the caller holds a row that is under review')
}

/**
 * In the operator's transaction: books money that was sent.
 * @param paid the amount sent, fee included, in minor units, and the bank's or chain's reference
 */
export async function pay(
  tx: Tx,
  deps: WithdrawalsDeps,
  reference: string,
  paid: { amount: bigint; payoutReference: string },
): Promise<Result<WithdrawalRow, PaymentProblem | 'frozen'>> {
  const held = underReview(await repository.withdrawals.lockByReference(tx, reference))
  if (!held.ok) return held
  if (!(await booksAddUp(tx, deps, held.value.user_id))) return { ok: false, error: 'frozen' }
  const problem = paymentProblem(held.value, paid.amount)
  return problem ? { ok: false, error: problem } : ok(await book(tx, deps, held.value, paid.payoutReference))
}
