import { ok } from '../../shared/result'
import type { ActionHandler } from '../action'
import { aboutStaff, linkOf, tie } from './staff'

/**
 * For staff who lost the password or the authenticator; both people who act must be sure who is asking. Refuses
 * somebody who has left.
 */
export const resetStaff: ActionHandler<'staff.reset'> = {
  ...aboutStaff,
  async run(context, { login }) {
    const { tx, deps, asker } = context
    await tie(context, login)
    const link = await deps.staff.reset(tx, login, asker)
    return link.ok ? ok({ details: {}, result: linkOf(link.value) }) : link
  },
}
