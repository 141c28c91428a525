import type { ActionHandler } from '../action'
import { issuedCode } from './codes'
import { aboutUser, forUser } from './users'

/** A password is changed with the old one and this code, so that a thief of the phone cannot. Refuses only a deleted account. */
export const issueChangeCode: ActionHandler<'change-codes.issue'> = {
  ...aboutUser,
  run: (context, { user, kind }) =>
    forUser(context, user, async (userId) => {
      const { tx, deps, asker } = context
      return issuedCode(kind, await deps.security.issueChangeCode(tx, { userId, kind, issuedBy: asker }))
    }),
}
