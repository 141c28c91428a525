import { ok } from '../../shared/result'
import { MONEY_STATUS } from '../../shared/stored'
import type { ActionHandler } from '../action'
import { requestSubject } from './moneyRequests'
import { checkWithdrawal } from './withdrawals'

/**
 * Names the one person who pays a withdrawal and sees the payee. Refuses another amount, a withdrawal that is decided
 * or picked up, a user whose money out is frozen, and everything while the books do not add up.
 */
export const pickUpWithdrawal: ActionHandler<'withdrawals.pick-up'> = {
  subject: requestSubject,
  check: (deps, { reference }, { amount }) =>
    checkWithdrawal(deps, reference, (row) => {
      if (row.status !== MONEY_STATUS.under_review) return 'decided'
      if (row.picked_up_at !== null) return 'picked_up'
      return row.amount === amount ? undefined : 'other_amount'
    }),
  async run({ tx, deps, asker }, { reference, amount }) {
    // The person who asked is the one who pays it, also when another person agreed.
    const result = await deps.withdrawals.pickUp(tx, reference, asker)
    if (!result.ok) return result
    return ok({ details: { amount: `${amount} ${deps.config.currency.code}`, by: asker } })
  },
}
