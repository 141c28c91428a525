import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'
import { aboutUser, forUser } from './users'

/**
 * For a user who lost the app and the recovery codes, or whose passkeys are somebody else's; staff check identity
 * first. Refuses a user who has neither.
 */
export const secondFactorOff: ActionHandler<'second-factor.off'> = {
  ...aboutUser,
  run: (context, { user }) =>
    forUser(context, user, async (id) => {
      const { tx, deps } = context
      const wasOn = await deps.security.removeSecondFactor(tx, id)
      const passkeys = await deps.security.removePasskeys(tx, id)
      return wasOn || passkeys > 0 ? ok({ details: { passkeys } }) : refuse('second_factor_missing')
    }),
}
