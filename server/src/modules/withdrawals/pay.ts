import type { Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import { ok, type Result, refuse } from '../../shared/result'
import { MONEY_STATUS } from '../../shared/stored'
import { closeRequest, type EndedProblem, underReview } from '../moneyRequest'
import { booksAddUp } from './books'
import type { WithdrawalsDeps } from './deps'
import type { WithdrawalRow } from './repository'
import * as repository from './repository'

export type PaymentProblem = EndedProblem | 'not_picked_up' | 'other_amount'

/** Why a withdrawal cannot be booked as paid; `pay` checks again. */
export function paymentProblem(row: WithdrawalRow, amount: bigint): PaymentProblem | undefined {
  if (row.status !== MONEY_STATUS.under_review) return 'decided'
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
  const postings = [
    { account: 'inWithdrawal' as const, amount: -row.amount },
    { account: 'funding' as const, amount: received },
    ...(row.fee > 0n ? [{ account: 'fees' as const, amount: row.fee }] : []),
  ]
  const money = (minor: bigint) => formatMoney(minor, deps.config.currency.scale)
  const facts = { amount: money(row.amount), received: money(received), reference: row.reference }
  await closeRequest(tx, deps, row, {
    table: 'withdrawal',
    transfer: { kind: 'withdrawalPaid', postings },
    told: { kind: 'withdrawal_successful', facts },
  })
  return present(paid, 'the caller holds a row that is under review')
}

/**
 * In the operator's transaction: books money that was sent.
 * @param paid the amount sent, fee included, in minor units, and the bank's or chain's reference
 */
export async function pay(
  deps: WithdrawalsDeps,
  tx: Tx,
  reference: string,
  paid: { amount: bigint; payoutReference: string },
): Promise<Result<WithdrawalRow, PaymentProblem | 'frozen'>> {
  const held = underReview(await repository.withdrawals.lockByReference(tx, reference))
  if (!held.ok) return held
  if (!(await booksAddUp(tx, deps, held.value.user_id))) return refuse('frozen')
  const problem = paymentProblem(held.value, paid.amount)
  return problem ? refuse(problem) : ok(await book(tx, deps, held.value, paid.payoutReference))
}
