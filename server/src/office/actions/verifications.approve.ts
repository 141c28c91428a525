import type { ActionHandler } from '../action'
import { aboutUser } from './users'
import { decide } from './verifications'

/**
 * Confirms a user's identity after a look at the document. Refuses a submission that nobody opened or that is newer than
 * the request, a document that is expired or another account's, a blocked country, and a user who is under age.
 */
export const approveVerification: ActionHandler<'verifications.approve'> = {
  ...aboutUser,
  run: (context, { user, ...approved }) => decide(context, user, { approved }),
}
