import { ok } from '../../shared/result'
import type { ActionHandler } from '../action'
import { aboutUser, forUser } from './users'

/** Signs a user out everywhere, for example after a lost phone. Refuses only a deleted account. */
export const endSessions: ActionHandler<'sessions.end'> = {
  ...aboutUser,
  run: (context, { user }) =>
    forUser(context, user, async (id) => {
      const { auth } = context.deps
      const ended = await auth.endSessions(context.tx, id)
      // At worst the cache forgets them before the commit: the next request looks the session up in the database.
      for (const session of ended) auth.forgetSession(session)
      return ok({ details: { sessions: ended.length } })
    }),
}
