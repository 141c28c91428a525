import { ok } from '../../shared/result'
import { MONEY_STATUS } from '../../shared/stored'
import type { ActionHandler } from '../action'
import { requestSubject } from './moneyRequests'
import { checkWithdrawal } from './withdrawals'

/**
 * Passes a withdrawal on to a colleague, who picks it up in turn. Refuses one that is decided or that nobody has picked
 * up.
 */
export const handBackWithdrawal: ActionHandler<'withdrawals.hand-back'> = {
  subject: requestSubject,
  check: (deps, { reference }) =>
    checkWithdrawal(deps, reference, (row) => {
      if (row.status !== MONEY_STATUS.under_review) return 'decided'
      return row.picked_up_at === null ? 'not_picked_up' : undefined
    }),
  async run({ tx, deps }, { reference }) {
    const result = await deps.withdrawals.handBack(tx, reference)
    return result.ok ? ok({ details: {} }) : result
  },
}
