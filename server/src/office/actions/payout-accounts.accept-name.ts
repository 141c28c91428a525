import type { ActionHandler } from '../action'
import { aboutPayeeName, decidePayeeName } from './payeeNames'

/**
 * Lets money out to an account whose holder the bank writes in another way than the document. Refuses a name that nobody
 * asked about, that is decided, or that is newer than the request.
 */
export const acceptPayeeName: ActionHandler<'payout-accounts.accept-name'> = {
  ...aboutPayeeName,
  run: (context, { user }) => decidePayeeName(context, user, null),
}
