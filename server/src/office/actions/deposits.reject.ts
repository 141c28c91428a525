import { operatorReasonOf } from '../../../../contract/operatorReasons'
import { ok, refuse } from '../../shared/result'
import { MONEY_STATUS } from '../../shared/stored'
import type { ActionHandler } from '../action'
import { requestSubject } from './moneyRequests'

/** Ends a deposit whose money has not arrived and tells the user why. Refuses one that is decided. */
export const rejectDeposit: ActionHandler<'deposits.reject'> = {
  subject: requestSubject,
  async check(deps, { reference }) {
    const found = await deps.deposits.find(reference)
    if (!found) return refuse('not_found')
    return found.deposit.status === MONEY_STATUS.under_review ? ok(undefined) : refuse('decided')
  },
  async run({ tx, deps }, { reference, told, note }) {
    const text = operatorReasonOf(told, note)
    const result = await deps.deposits.reject(tx, reference, text)
    return result.ok ? ok({ details: { told: text } }) : result
  },
}
