import { ok } from '../../shared/result'
import { refuse } from '../../staff/refusal'
import { findByLogin, lockStaff, setRoles } from '../../staff/staffRepository'
import type { ActionHandler } from '../action'
import { aboutStaff, keepAnAdministrator } from './staff'

/** Gives a person other roles. Refuses to take the role from the last administrator. */
export const setStaffRoles: ActionHandler<'staff.roles'> = {
  ...aboutStaff,
  async run({ tx }, { login, roles }) {
    await lockStaff(tx)
    const before = (await findByLogin(tx, login))?.roles
    if (!(await setRoles(tx, login, roles))) return refuse('not_found')
    const kept = await keepAnAdministrator(tx)
    return kept.ok ? ok({ details: { before, after: roles } }) : kept
  },
}
