import type { ConsoleProblem } from '../../../../contract/console'
import { ok, type Result } from '../../shared/result'
import { type ActionHandler, liveUser } from '../action'
import { forUser, userSubject } from './users'

/**
 * A phone number in place of one that changed or that no key opens any more; staff check identity first. Refuses a
 * number that does not exist, of a blocked country or of another account. The number is in no log.
 */
export const setUserPhone: ActionHandler<'users.set-phone'> = {
  subject: userSubject,
  async check({ database, accounts }, { user, country, number }): Promise<Result<unknown, ConsoleProblem>> {
    const found = await liveUser(database, user)
    return found.ok ? accounts.readPhone(country, number) : found
  },
  run: (context, { user, country, number }) =>
    forUser(context, user, async (id) => {
      const { accounts } = context.deps
      const phone = accounts.readPhone(country, number)
      if (!phone.ok) return phone
      const set = await accounts.setPhone(context.tx, id, phone.value)
      return set.ok ? ok({ details: {} }) : set
    }),
}
