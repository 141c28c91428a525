import { creditProblem } from '../../modules/deposits/service'
import { ok } from '../../shared/result'
import type { ActionHandler } from '../action'
import { refuseFor, requestSubject } from './moneyRequests'

/**
 * Credits money that has arrived. Refuses another amount, a deposit that staff have decided, and one that has expired or
 * that its user canceled, unless the asker says that the money is `late`.
 */
export const approveDeposit: ActionHandler<'deposits.approve'> = {
  subject: requestSubject,
  async check(deps, { reference, late = false }, { amount }) {
    const found = await deps.deposits.find(reference)
    const problem = found ? creditProblem(found.deposit, { amount, late }) : 'unknown'
    return problem ? refuseFor(problem) : ok(undefined)
  },
  async run({ tx, deps, amount }, { reference, late = false, ...params }) {
    const result = await deps.deposits.approve(tx, reference, { amount, late })
    if (!result.ok) return refuseFor(result.error)
    return ok({ details: { amount: `${params.amount} ${deps.config.currency.code}`, late } })
  },
}
