import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'
import { aboutUser, forUser } from './users'

/** Lets a user change a payout account once; otherwise it is fixed. Refuses a user who has none. */
export const reopenPayoutAccount: ActionHandler<'payout-accounts.reopen'> = {
  ...aboutUser,
  run: (context, { user }) =>
    forUser(context, user, async (id) => {
      const state = await context.deps.payoutAccounts.reopen(context.tx, id)
      return state ? ok({ details: {} }) : refuse('no_payout_account')
    }),
}
