import type { Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { ok, type Result, refuse } from '../../shared/result'
import { lockAccount } from '../../users/accountLock'
import { findFreeze } from '../../users/freezes'
import { notifyUser } from '../../users/userEvents'
import { type EndedProblem, underReview } from '../moneyRequest'
import { booksAddUp } from './books'
import type { WithdrawalsDeps } from './deps'
import type { WithdrawalRow } from './repository'
import * as repository from './repository'

export type PickUpProblem = EndedProblem | 'picked_up' | 'frozen' | 'user_frozen'
export type HandBackProblem = EndedProblem | 'not_picked_up'

/** In the operator's transaction: from here on the user cannot cancel. */
export async function pickUp(
  deps: WithdrawalsDeps,
  tx: Tx,
  reference: string,
  actor: string,
): Promise<Result<WithdrawalRow, PickUpProblem>> {
  const held = underReview(await repository.withdrawals.lockByReference(tx, reference))
  if (!held.ok) return held
  const { number, user_id: userId, picked_up_at: pickedUpAt } = held.value
  if (pickedUpAt !== null) return refuse('picked_up')
  await lockAccount(tx, userId)
  if ((await findFreeze(tx, userId, 'money_out')) !== undefined) return refuse('user_frozen')
  if (!(await booksAddUp(tx, deps, userId))) return refuse('frozen')
  const row = await repository.markPickedUp(tx, number, actor, new Date(deps.clock.now()))
  await notifyUser(tx, userId, ['withdrawals'])
  return ok(present(row, 'the row is held and was not picked up'))
}

/** In the operator's transaction: the withdrawal waits again, and its user can cancel it. */
export async function handBack(tx: Tx, reference: string): Promise<Result<WithdrawalRow, HandBackProblem>> {
  const held = underReview(await repository.withdrawals.lockByReference(tx, reference))
  if (!held.ok) return held
  if (held.value.picked_up_at === null) return refuse('not_picked_up')
  const row = await repository.clearPickUp(tx, held.value.number)
  await notifyUser(tx, held.value.user_id, ['withdrawals'])
  return ok(row)
}
