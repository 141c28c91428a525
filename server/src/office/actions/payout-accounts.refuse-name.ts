import { operatorReasonOf } from '../../../../contract/operatorReasons'
import type { ActionHandler } from '../action'
import { aboutPayeeName, decidePayeeName } from './payeeNames'

/**
 * Keeps money from an account in a name that is not the user's, and tells why; the user may bind another account. Refuses
 * what `payout-accounts.accept-name` refuses.
 */
export const refusePayeeName: ActionHandler<'payout-accounts.refuse-name'> = {
  ...aboutPayeeName,
  run: (context, { user, told, note }) => decidePayeeName(context, user, operatorReasonOf(told, note)),
}
