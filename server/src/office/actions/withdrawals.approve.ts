import { paymentProblem } from '../../modules/withdrawals/service'
import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'
import { requestSubject } from './moneyRequests'
import { checkWithdrawal, lockPickUp } from './withdrawals'

/**
 * Records a withdrawal as paid. Refuses another amount, a withdrawal that is decided or not picked up, everything while
 * the books do not add up, and anyone but the person who picked it up: otherwise two people could each pay it.
 */
export const approveWithdrawal: ActionHandler<'withdrawals.approve'> = {
  subject: requestSubject,
  check: (deps, { reference }, { asker, amount }) =>
    checkWithdrawal(deps, reference, (row) => {
      const problem = paymentProblem(row, amount)
      if (problem) return problem
      return row.picked_up_by === asker ? undefined : 'picked_up_by_other'
    }),
  async run({ tx, deps, asker, amount }, { reference, payoutReference, ...params }) {
    const pickUp = await lockPickUp(tx, reference)
    if (pickUp && pickUp.by !== asker) return refuse('picked_up_by_other')
    const result = await deps.withdrawals.approve(tx, reference, { amount, payoutReference })
    if (!result.ok) return result
    return ok({ details: { amount: `${params.amount} ${deps.config.currency.code}`, payoutReference } })
  },
}
