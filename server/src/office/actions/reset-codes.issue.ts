import type { ActionHandler } from '../action'
import { issuedCode } from './codes'
import { aboutUser, forUser } from './users'

/** For a user who forgot a password; staff check identity first. Refuses only a deleted account. */
export const issueResetCode: ActionHandler<'reset-codes.issue'> = {
  ...aboutUser,
  run: (context, { user, kind }) =>
    forUser(context, user, async (userId) => {
      const { tx, deps, asker } = context
      return issuedCode(kind, await deps.accounts.issueResetCode(tx, { userId, kind, issuedBy: asker }))
    }),
}
