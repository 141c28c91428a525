import { operatorReasonOf } from '../../../../contract/operatorReasons'
import { ok, refuse } from '../../shared/result'
import { MONEY_STATUS } from '../../shared/stored'
import type { ActionHandler } from '../action'
import { requestSubject } from './moneyRequests'
import { checkWithdrawal, lockPickUp } from './withdrawals'

/**
 * Returns the money to the user's balance and tells why. Refuses a withdrawal that is decided, and one that was picked
 * up unless the asker says that the money was not sent.
 */
export const rejectWithdrawal: ActionHandler<'withdrawals.reject'> = {
  subject: requestSubject,
  check: (deps, { reference, notSent = false }) =>
    checkWithdrawal(deps, reference, (row) => {
      if (row.status !== MONEY_STATUS.under_review) return 'decided'
      return row.picked_up_at !== null && !notSent ? 'not_sent_missing' : undefined
    }),
  // The money may already have been sent by hand: returned as well, it would be paid twice.
  needsTwo: async (tx, { reference }) => (await lockPickUp(tx, reference)) !== undefined,
  async run({ tx, deps, askedAt }, { reference, told, note, notSent = false }) {
    const pickUp = await lockPickUp(tx, reference)
    // A word from before the pick-up says nothing about the time after it.
    if (pickUp && (!notSent || pickUp.at > askedAt)) return refuse('not_sent_missing')
    const text = operatorReasonOf(told, note)
    const result = await deps.withdrawals.reject(tx, reference, text)
    if (!result.ok) return result
    return ok({ details: { told: text, ...(pickUp && { pickedUpBy: pickUp.by, notSent }) } })
  },
}
