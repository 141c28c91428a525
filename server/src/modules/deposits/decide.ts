import type { Tx } from '../../database/database'
import { ok, type Result, refuse } from '../../shared/result'
import { MONEY_STATUS } from '../../shared/stored'
import { type EndedProblem, underReview } from '../moneyRequest'
import type { DepositsDeps } from './deps'
import { creditDeposit, failDeposit } from './outcomes'
import type { DepositRow } from './repository'
import * as repository from './repository'

/** Why an operator's decision on a deposit cannot be carried out. */
export type DepositProblem = EndedProblem | 'still_open' | 'other_amount' | 'user_deleted'

/**
 * Why a deposit cannot be credited; `approve` checks the state again. A cancellation by the user or an expiry does not
 * outweigh money that arrived; an operator's rejection does.
 */
export function creditProblem(row: DepositRow, claim: { amount: bigint; late: boolean }): DepositProblem | undefined {
  if (row.status === MONEY_STATUS.successful) return 'decided'
  if (row.amount !== claim.amount) return 'other_amount'
  if (row.status === MONEY_STATUS.under_review) return claim.late ? 'still_open' : undefined
  const canBeLate = row.reason_code === 'cancelled_by_user' || row.reason_code === 'expired'
  return claim.late && canBeLate ? undefined : 'decided'
}

/** In the operator's transaction. `late`: the money arrived although the deposit was canceled or has expired. */
export async function approve(
  deps: DepositsDeps,
  tx: Tx,
  reference: string,
  claim: { amount: bigint; late: boolean },
): Promise<Result<DepositRow, DepositProblem>> {
  const row = await repository.deposits.lockByReference(tx, reference)
  if (!row) return refuse('not_found')
  const problem = creditProblem(row, claim)
  if (problem) return refuse(problem)
  if (!(await repository.userLives(tx, row.user_id))) return refuse('user_deleted')
  return ok(await creditDeposit(tx, deps, row))
}

/** In the operator's transaction. `note`: what the user is told. */
export async function reject(
  deps: DepositsDeps,
  tx: Tx,
  reference: string,
  note: string,
): Promise<Result<DepositRow, EndedProblem>> {
  const row = underReview(await repository.deposits.lockByReference(tx, reference))
  return row.ok ? ok(await failDeposit(tx, deps, row.value, { code: 'rejected', note })) : row
}
