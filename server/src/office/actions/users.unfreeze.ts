import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'
import { forUser, freezeSubject, isFrozen } from './users'

/** Lifts a stop; the audit log keeps who set it and when. Refuses what is not stopped. */
export const unfreezeUser: ActionHandler<'users.unfreeze'> = {
  subject: freezeSubject,
  async check(deps, params) {
    const frozen = await isFrozen(deps, params)
    return frozen.ok && !frozen.value ? refuse('not_frozen') : frozen
  },
  run: (context, { user, kind }) =>
    forUser(context, user, async (id) => {
      const ended = await context.deps.freezesAndNotes.unfreeze(context.tx, id, kind)
      if (!ended) return refuse('not_frozen')
      return ok({ details: { frozenBy: ended.frozen_by, frozenAt: ended.frozen_at.toISOString() } })
    }),
}
