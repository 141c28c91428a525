import { operatorReasonOf } from '../../../../contract/operatorReasons'
import type { ActionHandler } from '../action'
import { aboutUser } from './users'
import { decide } from './verifications'

/**
 * Asks the user for another submission and tells why. Refuses one that nobody opened, that is decided, or that is newer
 * than the request.
 */
export const rejectVerification: ActionHandler<'verifications.reject'> = {
  ...aboutUser,
  run: (context, { user, told, note }) => decide(context, user, { rejectedFor: operatorReasonOf(told, note) }),
}
