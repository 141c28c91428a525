import { ok, refuse } from '../../shared/result'
import { findByLogin } from '../../staff/staffRepository'
import type { ActionHandler } from '../action'
import { linkOf, staffSubject, tie } from './staff'

/** Lets somebody join by a link that is shown once. Refuses a login that is taken, also by somebody who has left. */
export const inviteStaff: ActionHandler<'staff.invite'> = {
  subject: staffSubject,
  async check(deps, { login }) {
    return (await findByLogin(deps.database, login)) ? refuse('login_taken') : ok(undefined)
  },
  async run(context, params) {
    const { tx, deps, asker } = context
    await tie(context, params.login)
    const invited = await deps.staff.invite(tx, { ...params, invitedBy: asker })
    return invited.ok ? ok({ details: { roles: params.roles }, result: linkOf(invited.value) }) : invited
  },
}
