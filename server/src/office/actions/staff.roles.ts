import { actionsOf } from '../../../../contract/console'
import { ok, refuse } from '../../shared/result'
import { endProposalsOf } from '../../staff/proposalEnds'
import { findByLogin, lockStaff, setRoles } from '../../staff/staffRepository'
import { actorOf } from '../../staff/staffService'
import type { ActionHandler } from '../action'
import { aboutStaff, keepAnAdministrator } from './staff'

/** Gives a person other roles; what they proposed with a right that they lose ends. Refuses to take the role from the last administrator. */
export const setStaffRoles: ActionHandler<'staff.roles'> = {
  ...aboutStaff,
  async run({ tx, deps }, { login, roles }) {
    await lockStaff(tx)
    const before = (await findByLogin(tx, login))?.roles
    if (!(await setRoles(tx, login, roles))) return refuse('not_found')
    const kept = await keepAnAdministrator(tx)
    if (!kept.ok) return kept
    await endProposalsOf(tx, actorOf({ login }), new Date(deps.clock.now()), actionsOf(roles))
    return ok({ details: { before, after: roles } })
  },
}
